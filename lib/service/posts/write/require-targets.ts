import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { sendingPausedRefusal } from "#lib/service/core/sending-paused-refusal.ts";
import { and, eq, inArray, isNull } from "#lib/service/db/drizzle-exports.ts";
import { channels } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { MediaRow } from "#lib/service/media/create-media.ts";
import { lockMediaToAttach } from "#lib/service/media/lock-media-to-attach.ts";
import { pauseReasonSql } from "#lib/service/posts/pauses/pause-reason-sql.ts";
import { canUseChannelSql, formatNoChannelAccess } from "./channel-access.ts";
import type { PostTarget } from "./validate-target.ts";

const namedMax = 5;

/**
 * Returns the connected channels of `ids` in that order; a repeated id counts once.
 * @param authorId the author of the posts, whose access to a channel counts
 * @throws Refusal `invalid_request` naming the ids that are unknown or another organization's, or a channel that is not
 * open to the author; `sending_paused` for a paused channel where the post would be sent now.
 */
export async function requireTargets(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  isSentNow = false,
  authorId = actor.memberId,
): Promise<PostTarget[]> {
  const requestedIds = [...new Set(ids)];
  const known = requestedIds.filter(isUuid);
  const rows =
    known.length === 0
      ? []
      : await tx
          .select({
            id: channels.id,
            platform: channels.platform,
            name: channels.name,
            reportedLimits: channels.told,
            mayUse: canUseChannelSql(authorId),
            pauseReason: pauseReasonSql,
          })
          .from(channels)
          .where(and(inArray(channels.id, known), eq(channels.orgId, actor.orgId), isNull(channels.removedAt)))
          // The lock prevents a concurrent disconnect.
          .for("key share");
  const byId = new Map(rows.map((row) => [row.id, row]));
  refuseMissing(
    requestedIds.filter((id) => !byId.has(id.toLowerCase())),
    "channel",
    "channels",
  );
  const shut = rows.find((row) => !row.mayUse);
  const paused = isSentNow ? rows.find((row) => row.pauseReason !== null) : undefined;
  if (paused?.pauseReason) throw sendingPausedRefusal(paused.pauseReason);
  if (shut)
    throw new Refusal("invalid_request", formatNoChannelAccess(shut.name, authorId === actor.memberId), "channels");
  return [...new Set(requestedIds.map((id) => id.toLowerCase()))].flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns the member's own images of each part, in the order of the ids.
 * @param sharedIds images of the caller's posts, which may be used whoever uploaded them
 * @throws Refusal `invalid_request` naming the ids that are unknown or another member's.
 */
export async function requireImages(
  tx: Tx,
  actor: Actor,
  idsOfParts: readonly (readonly string[])[],
  sharedIds: readonly string[] = [],
): Promise<MediaRow[][]> {
  const ids = idsOfParts.flat();
  const rows = await lockMediaToAttach(tx, actor, ids, sharedIds);
  const found = new Map(rows.map((row) => [row.id, row]));
  refuseMissing(
    ids.filter((id) => !found.has(id.toLowerCase())),
    "image",
    "media",
  );
  return idsOfParts.map((part) =>
    [...new Set(part.map((id) => id.toLowerCase()))].flatMap((id) => found.get(id) ?? []),
  );
}

function refuseMissing(missing: readonly string[], what: string, field: string): void {
  if (missing.length === 0) return;
  const named = missing.slice(0, namedMax).map((id) => JSON.stringify(id.slice(0, 64)));
  const more = missing.length > namedMax ? ` and ${missing.length - namedMax} more` : "";
  throw new Refusal("invalid_request", `There is no ${what} of yours with the id ${named.join(", ")}${more}.`, field);
}
