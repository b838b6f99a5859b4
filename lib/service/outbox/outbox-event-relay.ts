import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { type DedicatedConnection, openDedicatedConnection } from "#lib/service/db/dedicated-connection.ts";
import { isDatabaseUnavailable, type OpenDatabase } from "#lib/service/db/open-database.ts";
import { pgChannels } from "#lib/service/db/pg-notify.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import type { OutboxConsumer, OutboxEvent } from "./outbox-event.ts";

/** Moves events from the outbox to all consumers. */
export type OutboxRelay = {
  start: () => Promise<void>;
  /** Takes no more rows; the current transaction ends. */
  stop: () => Promise<void>;
  /** Processes everything due now. */
  drain: () => Promise<void>;
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
export function createOutboxRelay(at: {
  pool: Context["pool"];
  connection: OpenDatabase["connection"];
  log: Log;
  fanOuts: readonly OutboxConsumer[];
}): OutboxRelay {
  const { pool, log, fanOuts } = at;
  let own: DedicatedConnection | null = null;
  let isStopping = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  let waitMs = retryAfterErrorMs.first;
  let timer: NodeJS.Timeout | undefined;

  async function tell(tx: Tx, rows: readonly OutboxEvent[]): Promise<void> {
    for (const fanOut of fanOuts) await fanOut(tx, rows);
  }

  /** @returns the number of rows taken. */
  async function tellBatch(): Promise<number> {
    let ids: string[] = [];
    try {
      return await inTransaction(pool, async (tx) => {
        const rows = await takeOutboxEvents(tx, batchMax);
        ids = rows.map((row) => row.id);
        if (rows.length > 0) await tell(tx, rows);
        return rows.length;
      });
    } catch (error) {
      if (isDatabaseUnavailable(error) || ids.length === 0) throw error;
      // One row may be at fault: one by one, the others succeed.
      for (const id of ids) await tellOne(id);
      return ids.length;
    }
  }

  async function tellOne(id: string): Promise<void> {
    try {
      await inTransaction(pool, async (tx) => {
        const rows = await takeOutboxEvents(tx, 1, id);
        if (rows.length > 0) await tell(tx, rows);
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

  async function drain(): Promise<void> {
    while (!isStopping && (await tellBatch()) > 0);
  }

  async function drainUntilFresh(): Promise<void> {
    while (isAsked && !isStopping) {
      isAsked = false;
      await drain();
      waitMs = retryAfterErrorMs.first;
    }
  }

  /** Starts one run at a time in this process, however many notifications arrive. */
  function wake(): void {
    isAsked = true;
    if (isStopping || running !== null) return;
    running = drainUntilFresh()
      .catch((error: unknown) => {
        log.warn({ err: error }, "outbox could not be read");
        isAsked = false;
        clearTimeout(timer);
        timer = setTimeout(wakeBySweep, waitMs);
        waitMs = Math.min(waitMs * 2, retryAfterErrorMs.last);
      })
      .finally(() => {
        running = null;
        // Another wake-up came while this run was ending.
        if (isAsked) wake();
      });
  }

  function wakeBySweep(): void {
    clearTimeout(timer);
    timer = setTimeout(wakeBySweep, sweepMs);
    wake();
  }

  return {
    drain,
    async start() {
      own = await openDedicatedConnection({
        connection: at.connection,
        log,
        listenTo: pgChannels.outbox,
        onNotice: wake,
        onUp: wake,
      });
      wakeBySweep();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
      await own?.close();
    },
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
