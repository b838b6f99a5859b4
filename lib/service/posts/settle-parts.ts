import { and, inArray } from "#lib/service/db/drizzle";
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
      : ({ state: "waiting", startedAt: null } as const);
  await tx
    .update(plannedParts)
    .set(settled)
    .where(and(inArray(plannedParts.postId, [...postIds]), inArray(plannedParts.state, ["sending", "unknown"])));
}
