import type { Tx } from "#lib/service/db/transaction.ts";

/** An event to notify somebody about, written by the transaction in which it happens. */
export type OutboxEvent = {
  id: string;
  orgId: string;
  memberId: string;
  postId: string | null;
  /** Such as `post.failed`; see `webhookEvents` and `noticeKinds` of the contract. */
  kind: string;
  detail: Record<string, string | number | null>;
  at: Date;
};

/** Writes the results of the rows, in the transaction that removes them from the outbox. */
export type OutboxConsumer = (tx: Tx, rows: readonly OutboxEvent[]) => Promise<void>;
