import type { PracticeTimeline } from "#lib/contract/types.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getPracticeUrl } from "./connector.ts";

const pageSize = 50;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Lists the items of a practice channel of an organization, newest first, 50 at a time. People rehearse real posts
 * there, so nobody else may read it.
 * @param query.before an item's id: only older items.
 * @param query.item only the thread that contains this item.
 * @returns null if the channel or the item does not exist
 */
export async function listPracticeTimeline(
  context: Pick<Context, "pool"> & { settings: Pick<Context["settings"], "origin"> },
  orgId: string,
  username: string,
  query: { before?: string | undefined; item?: string | undefined },
): Promise<PracticeTimeline | null> {
  const { pool, settings } = context;
  const channel = await pool.query(
    // Disconnected channels count too: links to their items stay valid.
    `select platform, name, username, removed_at from channels where practice and username = $1 and org_id = $2
     order by removed_at desc nulls first limit 1`,
    [username, orgId],
  );
  const account = channel.rows[0];
  if (!account) return null;
  for (const id of [query.before, query.item]) if (id !== undefined && !uuid.test(id)) return null;
  const { rows } = await pool.query(
    `select id, root, part, text, images, published_at from practice_items
     where account = $1
       and ($2::uuid is null or root = (select root from practice_items where id = $2 and account = $1))
       and ($3::uuid is null or (published_at, sequence) <
         (select published_at, sequence from practice_items where id = $3 and account = $1))
     order by published_at desc, sequence desc limit $4`,
    [username, query.item ?? null, query.before ?? null, pageSize + 1],
  );
  if (query.item !== undefined && rows.length === 0) return null;
  const page = rows.slice(0, pageSize);
  return {
    channel: {
      platform: account.platform,
      name: account.name,
      username: account.username,
      connected: account.removed_at === null,
    },
    items: page.map((row) => ({
      id: row.id,
      url: getPracticeUrl(settings.origin, username, row.id),
      thread: row.root,
      part: row.part,
      text: row.text,
      images: row.images.map((image: { url: string; width: number; height: number; alt?: string }) => ({
        ...image,
        url: `${settings.origin}${image.url}`,
      })),
      published_at: row.published_at.toISOString(),
    })),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}
