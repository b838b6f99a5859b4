import { PgBoss } from "pg-boss";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context, WakeWorkerAt } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { type DedicatedConnection, openDedicatedConnection } from "#lib/service/db/listen/dedicated-connection.ts";
import type { OpenDatabase } from "#lib/service/db/open-database.ts";
import { notifyDuePost, pgChannels } from "#lib/service/db/pg-notifications.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import type { PublishingTiming } from "#lib/service/publishing/delivery/timing.ts";

/** All operations of the queue. A job is only a wake-up for a channel: the post's row says if something is due. */
export type WakeUpQueue = {
  /**
   * For commands: row and job in one transaction. For a post that is due at once, the database's clock sets the time.
   */
  wakeAt: WakeWorkerAt;
  /** For the worker's own writes, whose times are the database's already. */
  wakeAgain: WakeWorkerAt;
  /** For a channel that has to wait, by the database's time. A repeat for the same time does nothing. */
  wakeChannel: (channelId: string, at: Date) => Promise<void>;
  /** @param onDue gets the channels to check, possibly in vain; null for a process that only sends wake-ups. */
  start: (onDue: ((channelId: string) => void) | null) => Promise<void>;
  /** Creates a job for each due or soon due post without a waiting one. */
  sweep: () => Promise<void>;
  /** Takes no more jobs. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
  isReady: () => boolean;
  tryLock: DedicatedConnection["tryLock"];
};

const queue = "channel-due";
/** The most wake-ups of one fetch: the default of one would be two a second. */
const batchSize = 100;
/** Polling is the safety net; wake-ups come by timer and notification. */
const pollingIntervalSeconds = 2;
const sweepAheadMs = 120_000;
const sweepBatch = 1_000;

/**
 * The timer is not a `DueWorker`: it must start a fetch although the query for the next time is still running, `now` must
 * cause no such query, and the connection has to hold its locks after the timer's end.
 */
export function createWakeUpQueue(deps: {
  pool: Context["pool"];
  connection: OpenDatabase["connection"];
  clock: Clock;
  log: Log;
  timing: PublishingTiming;
}): WakeUpQueue {
  const { pool, connection, clock, log, timing } = deps;
  let boss: PgBoss | null = null;
  let own: DedicatedConnection | null = null;
  let workerId: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let arming: Promise<void> | null = null;
  let isStale = false;
  let isStarted = false;
  let stopped = false;
  const woken = new Map<string, number>();

  const fetchNow = () => {
    if (workerId !== null) boss?.notifyWorker(workerId);
  };

  /** Sets the timer to the next due time; one query at a time, however many notifications arrive. */
  function arm(): void {
    if (stopped) return;
    isStale = true;
    arming ??= armUntilFresh().finally(() => {
      arming = null;
    });
  }

  async function armUntilFresh(): Promise<void> {
    while (isStale && !stopped) {
      isStale = false;
      const ms = await nextDueMs().catch(() => null);
      clearTimeout(timer);
      timer = setTimeout(onTimer, Math.min(ms ?? timing.rearmMs, timing.rearmMs));
    }
  }

  function onTimer(): void {
    fetchNow();
    arm();
  }

  /** Reads the time left from the database, as a duration: this machine's clock may be wrong. */
  async function nextDueMs(): Promise<number | null> {
    const { rows } = await pool.query({
      name: "next-due",
      text: `select extract(epoch from least(
               (select min(due_at) from posts where due_at > now() and deleted_at is null),
               (select min(wait_until) from channels where wait_until > now()),
               (select min(wait_until) from app_waits where wait_until > now())) - now()) * 1000 as ms`,
    });
    const ms: string | null = rows[0].ms;
    // One ms more, because a job is fetched only after its time.
    return ms === null ? null : Math.ceil(Number(ms)) + 1;
  }

  async function send(tx: Tx, channelId: string, dueAt: Date, isNow: boolean): Promise<void> {
    // The API may answer a moment before the queue runs; a post must not be written without its wake-up.
    if (!isStarted || !boss) throw new Refusal("unavailable", "Postwright is starting. Try again in a moment.");
    await boss.send(
      queue,
      { channelId },
      {
        singletonKey: channelId,
        ...(!isNow && { startAfter: dueAt }),
        db: { executeSql: (text, values) => tx.client.query(text, values) },
      },
    );
    // Every worker receives this after the commit, also in other processes.
    await notifyDuePost(tx, isNow ? "now" : "later");
  }

  async function work(onDue: (channelId: string) => void): Promise<void> {
    own = await openDedicatedConnection({
      connection,
      log,
      listenTo: pgChannels.duePosts,
      onNotification: (payload) => (payload === "now" ? fetchNow() : arm()),
      onUp: () => {
        fetchNow();
        arm();
      },
    });
    workerId =
      (await boss?.work<{ channelId: string }>(
        queue,
        { batchSize, pollingIntervalSeconds, burstWhenBatchFull: true },
        // Never throws and never waits: a throw would fail the whole batch, a wait would delay the next one.
        async (jobs) => {
          for (const channelId of new Set(jobs.map((job) => job.data.channelId))) onDue(channelId);
        },
      )) ?? null;
    arm();
  }

  return {
    async wakeAt(tx, post, dueAt) {
      const isNow = dueAt <= clock.now();
      if (isNow) {
        await tx.client.query({
          name: "due-now",
          text: "update posts set due_at = now() where id = $1 and status = 'publishing' and due_at > now()",
          values: [post.id],
        });
      }
      await send(tx, post.channelId, dueAt, isNow);
    },

    wakeAgain: (tx, post, dueAt) => send(tx, post.channelId, dueAt, false),

    async wakeChannel(channelId, dueAt) {
      if (woken.get(channelId) === dueAt.getTime()) return;
      await inTransaction(pool, (tx) => send(tx, channelId, dueAt, false));
      // Only after success: a failed wake-up must be repeated.
      woken.set(channelId, dueAt.getTime());
    },

    async start(onDue) {
      boss = new PgBoss({
        ...connection,
        schema: "pgboss",
        application_name: "postwright queue",
        max: onDue ? 3 : 1,
        supervise: onDue !== null,
        schedule: false,
        monitorVacuum: false,
      } as ConstructorParameters<typeof PgBoss>[0]);
      boss.on("error", (error) => log.warn({ err: error }, "queue error"));
      boss.on("warning", (warning) => log.warn({ warning: warning.message }, "queue warning"));
      await boss.start();
      // No retries and a short life: the post's row says if work is left.
      await boss.createQueue(queue, { retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 300 });
      if (onDue) await work(onDue);
      isStarted = true;
    },

    async sweep() {
      const { rows } = await pool.query({
        name: "without-wake",
        // One row for each channel with all that is due on it, joined by equality: a backlog of any size is read once.
        text: `with soon as materialized (
                 select distinct p.channel_id, case when p.due_at <= now() then '-infinity' else p.due_at end as at
                 from posts p join channels c on c.id = p.channel_id
                 where p.due_at <= now() + $2 * interval '1 ms' and p.deleted_at is null
                   and p.status in ('scheduled', 'publishing')
                   and (c.wait_until is null or c.wait_until <= p.due_at or c.wait_until <= now())),
               waiting as materialized (
                 select distinct singleton_key as channel, case when start_after <= now() then '-infinity' else start_after end as at
                 from pgboss.job where name = $1 and state = 'created' and start_after <= now() + $2 * interval '1 ms')
               select s.channel_id, greatest(s.at, now()) as at
               from soon s left join waiting w on w.channel = s.channel_id::text and w.at = s.at
               where w.channel is null order by 2 limit $3`,
        values: [queue, sweepAheadMs, sweepBatch],
      });
      if (rows.length === 0 || stopped) return;
      await boss?.insert(
        queue,
        rows.map((row) => ({
          data: { channelId: row.channel_id },
          singletonKey: row.channel_id,
          startAfter: row.at,
        })),
      );
      fetchNow();
      arm();
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      if (boss && workerId !== null) await boss.offWork(queue, { id: workerId, wait: true }).catch(() => undefined);
      workerId = null;
      await arming;
    },

    async close() {
      await own?.close();
      await boss?.stop({ graceful: false }).catch(() => undefined);
    },

    isReady: () => isStarted && !stopped && (workerId === null || own?.isUp() === true),
    tryLock: async (name) => (own ? await own.tryLock(name) : "unavailable"),
  };
}
