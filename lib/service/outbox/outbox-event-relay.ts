import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { createDueWorker } from "#lib/service/db/listen/due-worker.ts";
import type { ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { isDatabaseUnavailable } from "#lib/service/db/open-database.ts";
import { pgChannels } from "#lib/service/db/pg-notifications.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import type { OutboxConsumer, OutboxEvent } from "./outbox-event.ts";

/** Moves events from the outbox to all consumers. */
export type OutboxEventRelay = {
  start: () => Promise<void>;
  /** Takes no more rows; the current transaction ends. */
  stop: () => Promise<void>;
  /** Processes everything due now. */
  run: () => Promise<void>;
};

const batchMax = 100;
/** Notifications announce new rows; this sweep finds the rows of missed notifications, and postponed ones. */
const sweepMs = 10_000;
const retryAfterErrorMs = { first: 1_000, last: 60_000 };

/**
 * Creates a relay. Each row is consumed in the transaction that removes it: after a kill the next process consumes it,
 * and rows locked by another process are skipped. Several processes may run side by side.
 * The relay shares no lock with publishing: a post is published whether or not anybody can be notified.
 */
export function createOutboxEventRelay(deps: {
  pool: Context["pool"];
  processConnection: ProcessConnection;
  log: Log;
  consumers: readonly OutboxConsumer[];
}): OutboxEventRelay {
  const { pool, log, consumers } = deps;
  const worker = createDueWorker({
    async run() {
      await run();
      return null;
    },
    maxPauseMs: sweepMs,
    retryMs: retryAfterErrorMs,
    listen: { processConnection: deps.processConnection, channel: pgChannels.outbox },
    log,
    failureMessage: "outbox could not be read",
  });

  async function consumeAll(tx: Tx, rows: readonly OutboxEvent[]): Promise<void> {
    for (const consume of consumers) await consume(tx, rows);
  }

  /** @returns the number of rows taken. */
  async function processBatch(): Promise<number> {
    let ids: string[] = [];
    try {
      return await inTransaction(pool, async (tx) => {
        const rows = await takeOutboxEvents(tx, batchMax);
        ids = rows.map((row) => row.id);
        if (rows.length > 0) await consumeAll(tx, rows);
        return rows.length;
      });
    } catch (error) {
      if (isDatabaseUnavailable(error) || ids.length === 0) throw error;
      // One row may be at fault: one by one, the others succeed.
      for (const id of ids) await processOne(id);
      return ids.length;
    }
  }

  async function processOne(id: string): Promise<void> {
    try {
      await inTransaction(pool, async (tx) => {
        const rows = await takeOutboxEvents(tx, 1, id);
        if (rows.length > 0) await consumeAll(tx, rows);
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, outboxId: id }, "outbox event failed, retrying later");
      await pool.query({
        name: "outbox-set-aside",
        text: `update outbox set attempts = attempts + 1,
                 due_at = now() + least(power(2, least(attempts, 12)), 3600) * interval '1 s'
               where id = $1`,
        values: [id],
      });
    }
  }

  async function run(): Promise<void> {
    while (!worker.isStopping() && (await processBatch()) > 0);
  }

  return {
    run,
    start: worker.start,
    stop: worker.stop,
  };
}

/**
 * Deletes unlocked rows and returns them, oldest first; a failed transaction restores them. Times are rounded to the
 * millisecond, so a new row may be half a millisecond in the future.
 */
async function takeOutboxEvents(tx: Tx, limit: number, id: string | null = null): Promise<OutboxEvent[]> {
  const { rows } = await tx.client.query<OutboxEvent>({
    name: id === null ? "outbox-take" : "outbox-take-one",
    text: `with mine as materialized (
             select id from outbox where due_at <= now() + interval '1 ms' ${id === null ? "" : "and id = $2"}
             order by id limit $1 for update skip locked)
           delete from outbox where id in (select id from mine)
           returning id::text, org_id as "orgId", member_id as "memberId", post_id as "postId", kind, detail, at`,
    values: id === null ? [limit] : [limit, id],
  });
  return rows.sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
}
