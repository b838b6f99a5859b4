import { and, inArray, sql } from "#lib/service/db/drizzle.ts";
import { plannedParts } from "#lib/service/db/schema-planned-parts.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** As many earlier requests are looked for: each may cost a page of the platform's list. */
const sentBeforeMax = 8;

/** SQL: what `sent_before` becomes when nobody knows what became of the latest request. */
export const appendSentBeforeSql = `(array_remove(sent_before || started_at, null))[greatest(1, cardinality(sent_before) - ${sentBeforeMax - 2}):]`;

/** Settles the parts of which nobody knows whether they are out, as the member who looked there says. */
export async function resolveUnconfirmedParts(
  tx: Tx,
  postIds: readonly string[],
  word: "is_there" | "send_again",
  now: Date,
): Promise<void> {
  const settled =
    word === "is_there"
      ? ({ state: "sent", proof: "member", sentAt: now } as const)
      : // A platform that refuses repeats may then refuse it for its own first send.
        ({
          ...({ state: "waiting", startedAt: null, refused: null } as const),
          ...{ resends: sql`greatest(${plannedParts.resends}, 1)`, sentBefore: sql.raw(appendSentBeforeSql) },
        } as const);
  await tx
    .update(plannedParts)
    .set(settled)
    .where(and(inArray(plannedParts.postId, [...postIds]), inArray(plannedParts.state, ["sending", "unknown"])));
}
