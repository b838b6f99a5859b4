import type { Context } from "#lib/service/core/context.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PostSnapshotUpdate } from "./state/save-post-snapshots.ts";

/** Of the published ones among these posts: where they still stand, and whether we can take them down from there. */
export async function getLivePublishedPosts(
  tx: Tx,
  placed: readonly PostSnapshotUpdate[],
  connectorFor: Context["connectorFor"],
): Promise<Map<string, { channel: string; published_urls: string[]; take_down: boolean }>> {
  const ids = placed.filter(({ post }) => post.status === "published" && !post.takenDownAt).map(({ post }) => post.id);
  if (ids.length === 0) return new Map();
  const { rows } = await tx.client.query<{
    id: string;
    platform: string;
    practice: boolean;
    is_connected: boolean;
    urls: string[] | null;
  }>(
    `select p.id, p.platform, c.practice, c.removed_at is null as is_connected,
       array_agg(part.url order by part.number) filter (where part.url is not null and part.removed_at is null) as urls
     from posts p join channels c on c.id = p.channel_id
       left join planned_parts part on part.post_id = p.id and part.state = 'sent'
     where p.id = any($1) group by p.id, c.id`,
    [ids],
  );
  return new Map(
    rows.map(({ id, platform, practice, is_connected, urls }) => {
      const canRemove = connectorFor({ platform, practice })?.remove.can ?? false;
      return [id, { channel: platform, published_urls: urls ?? [], take_down: is_connected && canRemove }];
    }),
  );
}
