import type { Tx } from "#lib/service/db/tx";
import type { Placed } from "./write-stands.ts";

/** Of the published ones among these posts: where they still stand on their platform. */
export async function readStandingPublished(
  tx: Tx,
  placed: readonly Placed[],
): Promise<Map<string, { published_urls: string[] }>> {
  const ids = placed.filter(({ post }) => post.status === "published" && !post.takenDownAt).map(({ post }) => post.id);
  if (ids.length === 0) return new Map();
  const { rows } = await tx.client.query<{ id: string; urls: string[] | null }>(
    `select p.id, array_agg(part.url order by part.number) filter (where part.url is not null) as urls
     from posts p left join planned_parts part on part.post_id = p.id and part.state = 'sent'
     where p.id = any($1) group by p.id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { published_urls: row.urls ?? [] }]));
}
