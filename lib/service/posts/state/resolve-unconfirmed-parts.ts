import { and, inArray, sql } from "#lib/service/db/drizzle-exports.ts";
import { plannedParts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** The most earlier requests in a lookup: each may cost a page of the platform's list. */
const sentBeforeMax = 8;

/** SQL: the next `sent_before` when the result of the latest request is unknown. */
export const appendUnconfirmedSendTimeSql = `(array_remove(sent_before || started_at, null))[greatest(1, cardinality(sent_before) - ${sentBeforeMax - 2}):]`;

/**
 * Resolves unconfirmed parts by the answer of the member who checked the platform.
 * @param url the address of the one part that is there, if the member gave it
 */
export async function resolveUnconfirmedParts(
  tx: Tx,
  postIds: readonly string[],
  word: "is_there" | "send_again",
  now: Date,
  url?: string,
): Promise<void> {
  const settled =
    word === "is_there"
      ? ({ state: "sent", proof: "member", sentAt: now, ...(url !== undefined && { url }) } as const)
      : // A platform that refuses duplicates may refuse the first send then.
        ({
          ...({ state: "waiting", startedAt: null, absentSince: null, refused: null } as const),
          resends: sql`greatest(${plannedParts.resends}, 1)`,
          sentBefore: sql.raw(appendUnconfirmedSendTimeSql),
        } as const);
  await tx
    .update(plannedParts)
    .set(settled)
    .where(and(inArray(plannedParts.postId, [...postIds]), inArray(plannedParts.state, ["sending", "unknown"])));
}
