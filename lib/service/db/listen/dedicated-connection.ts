import pg from "pg";
import type { Log } from "#lib/service/core/log.ts";
import type { PgChannel } from "#lib/service/db/pg-notifications.ts";

/** Releases a lock, or says why there is none. */
export type LockResult = (() => Promise<void>) | "held" | "unavailable";

/**
 * A permanent connection that receives notifications and holds locks, which the server releases when this process dies.
 * Needs a direct connection: both fail behind a pooler that shares sessions.
 */
export type DedicatedConnection = {
  /** True while notifications arrive and locks can be taken. */
  isUp: () => boolean;
  /** The server's process of this connection; null while it is down. */
  getServerProcess: () => number | null;
  /**
   * Returns a function that releases the lock, and does nothing if the lock is gone. `held` when a living process has
   * the lock, this one included; `unavailable` while this connection is down.
   */
  tryLock: (name: string) => Promise<LockResult>;
  close: () => Promise<void>;
};

const reconnectMs = { first: 100, last: 5_000 };
/** Keeps our locks apart from other advisory locks in this database. */
const lockSpace = 7_203_115;
/** SQL: the lock key of a name, which `pg_locks` shows in two halves. */
export const advisoryLockKeySql = (name: string) => `hashtextextended(${name}, ${lockSpace})`;

/** SQL: the server processes of the connections that share a lock of this name. */
export const listSharersSql = (name: string) => `select pid from pg_locks
  where locktype = 'advisory' and mode = 'ShareLock' and granted and objsubid = 1
    and (classid::bigint << 32) | objid::bigint = ${advisoryLockKeySql(`'${name}'`)}
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * Opens the connection and keeps it open: a lost one is replaced after 0.1 s, growing to 5 s. The first try counts the
 * same: a database that restarts while this process starts must not end the process.
 * @param deps.sharedLock a lock that this connection shares with those of other processes, see `listSharersSql`
 * @param deps.onNotice called for each notification on `listenTo`, after its transaction's commit.
 * @param deps.onUp called at every (re)connection: earlier notifications were missed.
 */
export async function openDedicatedConnection(deps: {
  connection: pg.ClientConfig;
  listenTo: PgChannel;
  sharedLock?: string | undefined;
  log: Log;
  onNotification: (payload: string) => void;
  onUp: () => void;
}): Promise<DedicatedConnection> {
  let client: pg.Client | null = null;
  let serverProcess: number | null = null;
  let closed = false;
  let waitMs = reconnectMs.first;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const next = new pg.Client(deps.connection);
    const lost = () => {
      if (client !== next) return;
      client = null;
      if (closed) return;
      deps.log.warn("connection for wake-ups lost");
      again();
    };
    next.on("error", lost);
    next.on("end", lost);
    next.on("notification", (notification) => deps.onNotification(notification.payload ?? ""));
    try {
      await next.connect();
      const shared = deps.sharedLock && `pg_advisory_lock_shared(${advisoryLockKeySql(`'${deps.sharedLock}'`)})`;
      const { rows } = await next.query(`select pg_backend_pid() as pid, ${shared ?? "null"} as shared`);
      serverProcess = rows[0].pid;
      await next.query(`listen ${pg.escapeIdentifier(deps.listenTo)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) return void (await next.end());
    client = next;
    waitMs = reconnectMs.first;
    deps.onUp();
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
  /** Runs one statement after the other: pg no longer queues them itself. */
  async function query(holder: pg.Client, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const result = turn.then(() => holder.query(text, values));
    turn = result.catch(() => undefined);
    return await result;
  }

  /** Names locked by this session: the server grants a session its own lock a second time. */
  const locked = new Set<string>();

  async function tryLock(name: string): Promise<LockResult> {
    const holder = client;
    if (!holder) return "unavailable";
    if (locked.has(name)) return "held";
    locked.add(name);
    const isTaken = await query(holder, `select pg_try_advisory_lock(${advisoryLockKeySql("$1")}) as taken`, [
      name,
    ]).then(
      ({ rows }) => rows[0].taken === true,
      (error: unknown) => {
        locked.delete(name);
        throw error;
      },
    );
    if (!isTaken) {
      locked.delete(name);
      return "held";
    }
    return async () => {
      locked.delete(name);
      // The connection was replaced: the server released the lock with the old connection.
      if (client !== holder) return;
      await query(holder, `select pg_advisory_unlock(${advisoryLockKeySql("$1")})`, [name]).catch(() => undefined);
    };
  }

  await open().catch((error: unknown) => {
    deps.log.warn({ err: error }, "connection for wake-ups unavailable, trying again");
    again();
  });
  return {
    isUp: () => client !== null,
    getServerProcess: () => (client ? serverProcess : null),
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
