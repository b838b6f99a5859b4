import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { publishInboxChanges } from "./notify-members.ts";

export type InboxMark = "read" | "unread" | "done" | "open";

const inboxMarkSql: Record<InboxMark, string> = {
  read: "read_at = $3 where read_at is null and done_at is null",
  unread: "read_at = null where read_at is not null and done_at is null and $3::timestamptz is not null",
  done: "done_at = $3, read_at = coalesce(read_at, $3) where done_at is null",
  open: "done_at = null where done_at is not null and ($3::timestamptz is null or done_at = $3)",
};

/**
 * Marks the member's own items; keys of other members and of removed items are skipped.
 * @param at for `open`: only items that were marked as done at that instant.
 */
export async function markInbox(
  tx: Tx,
  actor: Actor,
  input: { keys: readonly string[]; mark: InboxMark; at?: string | undefined },
  clock: Clock,
): Promise<{ marked: number; at: string }> {
  const now = clock.now();
  const at = input.mark === "open" ? (input.at === undefined ? null : new Date(input.at)) : now;
  const { rows } = await tx.client.query<{ cause_key: string }>({
    name: `inbox-mark-${input.mark}`,
    text: `update notices set ${inboxMarkSql[input.mark]} and member_id = $1 and cause_key = any($2) returning cause_key`,
    values: [actor.memberId, input.keys, at],
  });
  if (rows.length > 0) await publishInboxChanges(tx, [actor]);
  return { marked: new Set(rows.map((row) => row.cause_key)).size, at: now.toISOString() };
}
