import type { Actor } from "#lib/service/core/actor.ts";
import { and, eq, inArray } from "#lib/service/db/drizzle-exports.ts";
import { media } from "#lib/service/db/schema.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { MediaRow } from "./create-media.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns the caller's images with these ids, in the order of `ids`; repeated ids count once. Unknown, foreign and
 * malformed ids are missing from the result: compare lengths or ids to refuse them. Each row is locked against removal
 * until the transaction ends, so that no sweep removes an image that is being attached.
 */
export async function lockMemberMediaByIds(tx: Tx, actor: Actor, ids: readonly string[]): Promise<MediaRow[]> {
  const mediaIds = [...new Set(ids.filter((id) => uuid.test(id)).map((id) => id.toLowerCase()))];
  if (mediaIds.length === 0) return [];
  const rows = await tx
    .select()
    .from(media)
    .where(and(inArray(media.id, mediaIds), eq(media.memberId, actor.memberId), eq(media.orgId, actor.orgId)))
    .for("key share");
  const byId = new Map(rows.map((row) => [row.id, row]));
  return mediaIds.flatMap((id) => byId.get(id) ?? []);
}
