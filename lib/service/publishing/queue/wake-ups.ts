import { hash } from "node:crypto";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context, WakeWorkerAt } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { listSharersSql, type ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { notifyDuePost, pgChannels } from "#lib/service/db/pg-notifications.ts";
import { getHasDuePostsSql, isWaitingSql } from "#lib/service/publishing/delivery/channel-lease.ts";
import type { PublishingTiming } from "#lib/service/publishing/delivery/timing.ts";

/**
 * Finds the channels with due posts, by the posts' own rows: a notification names a channel whose post is due at once,
 * and a timer is set to the next due time. A channel found in vain costs a few reads.
 */
export type WakeUps = {
  /** For commands, in the transaction of the row. For a post that is due at once, the database's clock sets the time. */
  wakeAt: WakeWorkerAt;
  /** For the worker's own writes, whose times are the database's already. */
  wakeAgain: WakeWorkerAt;
  /** @param onDue gets the channels to check; null for a process that only sends wake-ups. */
  start: (onDue: OnDue | null) => Promise<void>;
  /** Finds every channel with due posts, however long they have been due. */
  sweep: () => Promise<void>;
  /** Finds no more channels. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
  isReady: () => boolean;
  tryLock: ProcessConnection["tryLock"];
};

/**
 * `isOurs`: of the living workers, this one goes for the channel first. That saves them a race for each post; the lock and
 * the lease decide.
 */
type OnDue = (channelId: string, isOurs: boolean) => void;

/** Each regular look reads this far back, for posts whose notification was lost or whose transaction took long, ms. */
const lookBackMs = 60_000;

/** Of the time in which posts come due one after the other, looks take a fifth at most: a busy database gets fewer of them. */
const restFactor = 4;

/** The lock that every worker shares, and nobody takes alone. */
const workersLock = "workers";

/** Chooses the worker with the highest rank for the channel: a worker that comes or goes moves only its own share. */
export function chooseWorker(channelId: string, workers: readonly number[]): number | null {
  const ranked = workers.map((worker) => ({ worker, rank: hash("sha1", `${worker} ${channelId}`) }));
  return ranked.sort((one, other) => (one.rank < other.rank ? 1 : -1))[0]?.worker ?? null;
}

const from = "coalesce(to_timestamp($1::float8 / 1000), now())";

/** SQL: the channels of posts that came due, and of waits that ended, since the instant `$1` (ms since 1970). */
const dueChannelsSql = `
  select channel_id from posts
  where due_at between ${from} and now() and deleted_at is null and status in ('scheduled', 'publishing')
  union
  select c.id from channels c where c.wait_until between ${from} and now() and ${getHasDuePostsSql("$2")}
  union
  select c.id from app_waits a join channels c on c.platform = a.platform and c.host = a.host and not c.practice
  where a.wait_until between ${from} and now() and ${getHasDuePostsSql("$2")}`;

export function createWakeUps(deps: {
  pool: Context["pool"];
  processConnection: ProcessConnection;
  clock: Clock;
  log: Log;
  timing: PublishingTiming;
  reconnectWithinMs: number;
}): WakeUps {
  const { pool, processConnection, clock, log, timing, reconnectWithinMs } = deps;
  let onDue: OnDue | null = null;
  let isStarted = false;
  const releases: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  /** Instants in ms since 1970 by the database's clock: the end of the last look, and the start of the next one, if there is a reason for it. */
  let lookedUntilMs = Number.POSITIVE_INFINITY;
  let lookFromMs: number | null = null;
  /** The server processes of all workers, and the monotonic time from which they are read again. */
  let workers: readonly number[] = [];
  let readWorkersFromMs = 0;
  let stopped = false;

  const found = (channelIds: readonly string[]) => {
    const self = processConnection.getServerProcess();
    const isAlone = self === null || !workers.includes(self);
    if (stopped) return;
    for (const channelId of channelIds) onDue?.(channelId, isAlone || chooseWorker(channelId, workers) === self);
  };

  /** Looks for what came due since then, or since the last look; one query at a time, however many notifications arrive. */
  function look(fromMs = lookedUntilMs): void {
    if (stopped || !onDue) return;
    lookFromMs = Math.min(lookFromMs ?? fromMs, fromMs, lookedUntilMs);
    looking ??= lookUntilFresh().finally(() => {
      looking = null;
    });
  }

  async function lookUntilFresh(): Promise<void> {
    while (lookFromMs !== null && !stopped) {
      const fromMs = lookFromMs;
      lookFromMs = null;
      const startedAt = performance.now();
      const nextMs = await readDue(fromMs).catch((error: unknown) => {
        log.warn({ err: error }, "due posts could not be read");
        return timing.errorPauseMs;
      });
      const leastMs = (performance.now() - startedAt) * restFactor;
      clearTimeout(timer);
      timer =
        nextMs === null || nextMs > timing.lookMs
          ? setTimeout(() => look(lookedUntilMs - lookBackMs), timing.lookMs)
          : setTimeout(look, Math.max(nextMs, leastMs));
    }
  }

  /** @returns the ms until something is due: a duration, because this machine's clock may be wrong. */
  async function readDue(fromMs: number): Promise<number | null> {
    const readsWorkers = performance.now() >= readWorkersFromMs;
    const { rows } = await pool.query<{ next: string | null; now: string; due: string[]; workers: number[] | null }>({
      name: "look-for-due",
      text: `select array(${dueChannelsSql}) as due, case when $3 then array(${listSharersSql(workersLock)}) end as workers, extract(epoch from now()) * 1000 as now,
               extract(epoch from least(
                 (select min(due_at) from posts where due_at > now() and deleted_at is null),
                 (select min(wait_until) from channels where wait_until > now()),
                 (select min(wait_until) from app_waits where wait_until > now())) - now()) * 1000 as next`,
      values: [Number.isFinite(fromMs) ? fromMs : null, reconnectWithinMs, readsWorkers],
    });
    const [row] = rows;
    if (!row) return null;
    if (row.workers) {
      workers = row.workers;
      readWorkersFromMs = performance.now() + timing.lookMs;
    }
    lookedUntilMs = Math.floor(Number(row.now));
    found(row.due);
    return row.next === null ? null : Math.ceil(Number(row.next));
  }

  async function sweep(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>({
      name: "all-due",
      // One probe of the index for each channel: a backlog of any size costs the same.
      text: `select c.id from channels c where not ${isWaitingSql} and ${getHasDuePostsSql("$1")}`,
      values: [reconnectWithinMs],
    });
    found(rows.map(({ id }) => id));
  }

  function sweepAndLook(): void {
    if (!onDue) return;
    look();
    sweep().catch((error: unknown) => log.warn({ err: error }, "due posts could not be read"));
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
      await notifyDuePost(tx, post.channelId, isNow ? null : dueAt);
    },

    wakeAgain: (tx, post, dueAt) => notifyDuePost(tx, post.channelId, dueAt),

    async start(checkChannel) {
      onDue = checkChannel;
      if (checkChannel) releases.push(await processConnection.shareLock(workersLock));
      const onNotification = (payload: string) => {
        const [kind, value = ""] = payload.split(" ");
        if (kind === "channel") found([value]);
        else if (kind === "at") look(Number(value));
        else sweepAndLook();
      };
      releases.push(await processConnection.subscribe(pgChannels.duePosts, { onNotification, onUp: sweepAndLook }));
      isStarted = true;
    },

    sweep,

    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },

    async close() {
      for (const release of releases.splice(0)) await release();
    },
    isReady: () => !isStarted || processConnection.isUp(),
    tryLock: processConnection.tryLock,
  };
}
