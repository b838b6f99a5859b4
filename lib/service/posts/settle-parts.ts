import { and, inArray, sql } from "#lib/service/db/drizzle";
import { plannedParts } from "#lib/service/db/schema-plans";
import type { Tx } from "#lib/service/db/tx";

/** Settles the parts of which nobody knows whether they are out, as the member who looked there says. */
export async function settleUnconfirmed(
  tx: Tx,
  postIds: readonly string[],
  word: "is_there" | "send_again",
  now: Date,
): Promise<void> {
  const settled =
    word === "is_there"
      ? ({ state: "sent", proof: "member", sentAt: now } as const)
      : // A platform that refuses repeats may then refuse it for its own first send.
        ({ state: "waiting", startedAt: null, resends: sql`greatest(${plannedParts.resends}, 1)` } as const);
  await tx
    .update(plannedParts)
    .set(settled)
    .where(and(inArray(plannedParts.postId, [...postIds]), inArray(plannedParts.state, ["sending", "unknown"])));
}
