import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, eq, sql } from "#lib/service/db/drizzle-exports.ts";
import { idempotencyKeys } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** One request that may be sent again: whose, to which endpoint, under which key, and the SHA-256 of what it asks. */
export type IdempotentRequest = { memberId: string; endpoint: string; key: string; requestHash: Buffer };

/** The answer to a repeatable request; `isReplay` when it is the first one's. */
export type IdempotentResponse = { status: number; body: string; isReplay: boolean };

/** A twin is being answered at this moment; ask again in a second. */
export class IdempotentRequestInProgress extends Refusal {
  constructor() {
    super("conflict", "A request with this Idempotency-Key is in progress. Try again in a second.");
  }
}

/**
 * Runs `work` once for a key within 24 h and keeps its answer in the same transaction as its effect, so that neither is
 * there without the other. What `work` refuses is not kept.
 * @throws TwinInFlight while the same key is being answered; Refusal `conflict` when the key came with another request.
 */
export async function runIdempotently(
  tx: Tx,
  asked: IdempotentRequest,
  clock: Clock,
  work: () => Promise<{ status: number; body: string }>,
): Promise<IdempotentResponse> {
  const lockName = `${asked.memberId} ${asked.endpoint} ${asked.key}`;
  // Held to the end of the transaction and freed by a crash. Not awaited, so that twins hold no connection each.
  const lock = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 0)) as mine`,
  );
  if (!lock.rows[0]?.mine) throw new IdempotentRequestInProgress();
  const row = await findRow(tx, asked);
  const stored = row && toStoredResponse(row, asked, clock);
  if (stored) return stored;
  if (row) await tx.delete(idempotencyKeys).where(wherePlace(asked));
  const answer = await work();
  await tx.insert(idempotencyKeys).values({ ...asked, ...answer, createdAt: clock.now() });
  return { ...answer, isReplay: false };
}

/**
 * Returns the first answer to a request that is sent again, or null: for a caller that prepares something costly first.
 * @throws Refusal `conflict` when the key came with another request.
 */
export async function getStoredResponse(
  tx: Tx,
  asked: IdempotentRequest,
  clock: Clock,
): Promise<IdempotentResponse | null> {
  const row = await findRow(tx, asked);
  return row && toStoredResponse(row, asked, clock);
}

type StoredRow = typeof idempotencyKeys.$inferSelect;

async function findRow(tx: Tx, asked: IdempotentRequest): Promise<StoredRow | null> {
  const [row] = await tx.select().from(idempotencyKeys).where(wherePlace(asked));
  return row ?? null;
}

function toStoredResponse(row: StoredRow, asked: IdempotentRequest, clock: Clock): IdempotentResponse | null {
  if (row.createdAt <= getOldestKept(clock)) return null;
  if (!row.requestHash.equals(asked.requestHash)) {
    throw new Refusal("conflict", "This Idempotency-Key was used for another request. Use a new key.");
  }
  const { status, body } = row;
  return status === null || body === null ? null : { status, body, isReplay: true };
}

function wherePlace(asked: IdempotentRequest) {
  return and(
    eq(idempotencyKeys.memberId, asked.memberId),
    eq(idempotencyKeys.endpoint, asked.endpoint),
    eq(idempotencyKeys.key, asked.key),
  );
}

function getOldestKept(clock: Clock): Date {
  return new Date(clock.now().getTime() - serverOnlyLimits.idempotencyHours * 3_600_000);
}
