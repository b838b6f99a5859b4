import type pg from "pg";
import { type Clock, createIdGenerator } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";

/** The database's clock, read in this process without asking each time. */
export type DatabaseClock = Clock & {
  /** Null while the machine's clock runs evenly; after it jumped or slept, done when the database was asked again. */
  settle: () => Promise<void> | null;
  stop: () => void;
};

/** Crystals drift by up to a tenth of a millisecond a second. */
const everyMs = 30_000;
/** What the clock on the wall may differ from what measures durations before somebody must have moved it. */
const unevenMs = 1_000;
/** A database that does not answer keeps nobody waiting for the time: what is asked of it next will say so. */
const patienceMs = 2_000;

/**
 * Every rule that decides by time goes by one clock, the database's: it is the one that all processes share, and the one
 * that says when a post is due. This machine's may be hours off. It is asked now and then, and counted on by what measures durations
 * here, so that it goes on evenly when somebody sets this machine's clock. Never ahead of the database: what
 * the database stamps later is later.
 * @throws when the database can't be asked at the start
 */
export async function openDatabaseClock(pool: Pick<pg.Pool, "query">, log: Log): Promise<DatabaseClock> {
  /** What to add to this process's own count of ms. */
  let aheadMs = 0;
  let asked: Promise<void> | null = null;
  let wallMs = 0;
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
    // One that answered sooner says it more exactly.
    if (!doesFit || most - least < slackMs) [aheadMs, slackMs] = [least, most - least];
    wallMs = Date.now() - endedAt;
  }

  const isUneven = () => Math.abs(Date.now() - performance.now() - wallMs) > unevenMs;

  function askOnce(): Promise<void> {
    asked ??= ask()
      .catch((error: unknown) => log.warn({ err: error }, "the database's clock could not be read"))
      .finally(() => {
        asked = null;
      });
    return asked;
  }

  await ask();
  const offMs = wallMs - aheadMs;
  if (Math.abs(offMs) > 60_000)
    log.warn(
      { aheadSeconds: Math.round(offMs / 1000) },
      "this machine's clock is not the database's, whose time counts",
    );
  const timer = setInterval(() => void askOnce(), everyMs).unref();
  const now = () => new Date(aheadMs + performance.now());

  return {
    now,
    newId: createIdGenerator(now),
    settle() {
      if (!isUneven()) return null;
      const timeout = Promise.withResolvers<void>();
      const patience = setTimeout(timeout.resolve, patienceMs);
      return Promise.race([askOnce(), timeout.promise]).finally(() => clearTimeout(patience));
    },
    stop: () => clearInterval(timer),
  };
}
