import type { Actor } from "#lib/service/core/actor.ts";
import { and, eq, inArray, or } from "#lib/service/db/drizzle-exports.ts";
import { media } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { MediaRow } from "./create-media.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns the caller's images with these ids, in the order of `ids`; repeated ids count once. Unknown, foreign and
 * malformed ids are missing from the result: compare lengths or ids to refuse them. Each row is locked against removal
 * until the transaction ends, so that no sweep removes an image that is being attached.
 * @param sharedIds images that the caller may use as well, whoever uploaded them
 */
export async function lockMediaToAttach(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  sharedIds: readonly string[] = [],
): Promise<MediaRow[]> {
  const mediaIds = [...new Set(ids.filter((id) => uuid.test(id)).map((id) => id.toLowerCase()))];
  if (mediaIds.length === 0) return [];
  const own = eq(media.memberId, actor.memberId);
  const usable = sharedIds.length === 0 ? own : or(own, inArray(media.id, [...sharedIds]));
  const rows = await tx
    .select()
    .from(media)
    .where(and(inArray(media.id, mediaIds), usable, eq(media.orgId, actor.orgId)))
    .for("key share");
  const byId = new Map(rows.map((row) => [row.id, row]));
  return mediaIds.flatMap((id) => byId.get(id) ?? []);
}
