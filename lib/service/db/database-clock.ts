import type pg from "pg";
import { type Clock, createIdGenerator } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";

/** The database's clock, readable in this process without a query each time. */
export type DatabaseClock = Clock & {
  /**
   * Null while the machine's clock runs evenly; after the clock jumped or the machine slept, resolves when the database
   * was queried again.
   */
  resync: () => Promise<void> | null;
  /** Ends the readings; resolves when none is in progress. */
  stop: () => Promise<void>;
};

/** Ms between queries of the database's clock: crystals drift by up to a tenth of a millisecond a second. */
const everyMs = 30_000;
/** The largest difference between wall clock and monotonic clock before somebody must have changed the wall clock. */
const unevenMs = 1_000;
/** The longest wait for a database that does not answer: the next query will report the failure. */
const patienceMs = 2_000;

/**
 * Opens the one clock by which every rule decides: the database's, which all processes share and which decides when a
 * post is due. This machine's clock may be hours off. The database is queried now and then, and the monotonic clock
 * counts in between, so that time goes on evenly when somebody sets this machine's clock. The result is never ahead of
 * the database: a later stamp of the database is later.
 * @throws when the database can't be queried at the start
 */
export async function openDatabaseClock(pool: Pick<pg.Pool, "query">, log: Log): Promise<DatabaseClock> {
  /** Milliseconds to add to this process's monotonic clock. */
  let aheadMs = 0;
  let reading: Promise<void> | null = null;
  let wallMs = 0;
  let isStopped = false;
  let slackMs = Number.POSITIVE_INFINITY;

  async function ask(): Promise<void> {
    const startedAt = performance.now();
    const { rows } = await pool.query({
      name: "database-clock",
      text: "select extract(epoch from clock_timestamp()) * 1000 as ms",
    });
    const endedAt = performance.now();
    const read = Number(rows[0].ms);
    const [least, most] = [read - endedAt, read - startedAt];
    const doesFit = least <= aheadMs && aheadMs <= most;
    // A quicker answer is more exact.
    if (!doesFit || most - least < slackMs) [aheadMs, slackMs] = [least, most - least];
    wallMs = Date.now() - endedAt;
  }

  const isUneven = () => Math.abs(Date.now() - performance.now() - wallMs) > unevenMs;

  function askOnce(): Promise<void> {
    if (isStopped) return Promise.resolve();
    reading ??= ask()
      .catch((error: unknown) => log.warn({ err: error }, "reading the database clock failed"))
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  await ask();
  const offMs = wallMs - aheadMs;
  if (Math.abs(offMs) > 60_000)
    log.warn(
      { aheadSeconds: Math.round(offMs / 1000) },
      "this machine's clock differs from the database clock, which counts",
    );
  const timer = setInterval(() => void askOnce(), everyMs).unref();
  const now = () => new Date(aheadMs + performance.now());

  return {
    now,
    newId: createIdGenerator(now),
    resync() {
      if (!isUneven()) return null;
      const timeout = Promise.withResolvers<void>();
      const patience = setTimeout(timeout.resolve, patienceMs);
      return Promise.race([askOnce(), timeout.promise]).finally(() => clearTimeout(patience));
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await reading;
    },
  };
}
