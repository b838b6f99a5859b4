import pg from "pg";
import type { Log } from "#lib/service/core/log.ts";

/**
 * A connection that stays: it hears notifications and holds locks that the server frees by itself when this process
 * dies. Needs a direct connection: behind a pooler that shares sessions neither is true.
 */
export type DedicatedConnection = {
  /** True while notifications are heard and locks can be taken. */
  isUp: () => boolean;
  /** Null when somebody who lives holds it, we ourselves included, or this connection is down; else what frees it, quiet if it is gone. */
  tryLock: (name: string) => Promise<(() => Promise<void>) | null>;
  close: () => Promise<void>;
};

const reconnectMs = { first: 100, last: 5_000 };
/** Keeps our locks apart from whatever else uses advisory locks in this database. */
const lockSpace = 7_203_115;
/** SQL: the lock of a name, as `pg_locks` shows it in two halves. */
export const advisoryLockKeySql = (name: string) => `hashtextextended(${name}, ${lockSpace})`;

/**
 * Opens the connection and keeps it open: a lost one is replaced after 0.1 s, growing to 5 s.
 * @param at.onNotice is called for each notification on `listenTo`, after its transaction's commit.
 * @param at.onUp is called at every (re)connection: notices sent before it were missed.
 */
export async function openDedicatedConnection(at: {
  connection: pg.ClientConfig;
  listenTo: string;
  log: Log;
  onNotice: (payload: string) => void;
  onUp: () => void;
}): Promise<DedicatedConnection> {
  let client: pg.Client | null = null;
  let closed = false;
  let waitMs = reconnectMs.first;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const next = new pg.Client(at.connection);
    const lost = () => {
      if (client !== next) return;
      client = null;
      if (closed) return;
      at.log.warn("the connection that hears wake-ups was lost");
      again();
    };
    next.on("error", lost);
    next.on("end", lost);
    next.on("notification", (notice) => at.onNotice(notice.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(at.listenTo)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) return void (await next.end());
    client = next;
    waitMs = reconnectMs.first;
    at.onUp();
  }

  function again(): void {
    timer = setTimeout(() => {
      open().catch(() => {
        waitMs = Math.min(waitMs * 2, reconnectMs.last);
        if (!closed) again();
      });
    }, waitMs);
    timer.unref();
  }

  let turn: Promise<unknown> = Promise.resolve();
  /** One statement after the other: pg no longer queues them itself. */
  async function ask(holder: pg.Client, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const asked = turn.then(() => holder.query(text, values));
    turn = asked.catch(() => undefined);
    return await asked;
  }

  /** The server gives one session a lock of its own a second time. */
  const held = new Set<string>();

  async function tryLock(name: string): Promise<(() => Promise<void>) | null> {
    const holder = client;
    if (!holder || held.has(name)) return null;
    held.add(name);
    const isTaken = await ask(holder, `select pg_try_advisory_lock(${advisoryLockKeySql("$1")}) as taken`, [name]).then(
      ({ rows }) => rows[0].taken === true,
      (error: unknown) => {
        held.delete(name);
        throw error;
      },
    );
    if (!isTaken) {
      held.delete(name);
      return null;
    }
    return async () => {
      held.delete(name);
      // Another connection by now: the server freed the lock with the one that held it.
      if (client !== holder) return;
      await ask(holder, `select pg_advisory_unlock(${advisoryLockKeySql("$1")})`, [name]).catch(() => undefined);
    };
  }

  await open();
  return {
    isUp: () => client !== null,
    tryLock,
    async close() {
      closed = true;
      clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    },
  };
}
