import pg from "pg";
import type { Log } from "#lib/service/core/log.ts";
import { type PgChannel, pgChannels } from "#lib/service/db/pg-notifications.ts";

/** Releases a lock, or says why there is none. */
export type LockResult = (() => Promise<void>) | "held" | "unavailable";

export type Subscriber = {
  /** Called for each notification of the channel, after its transaction's commit. */
  onNotification: (payload: string) => void;
  /** Called at every connection and at once if there is one: earlier notifications were missed. */
  onUp: () => void;
  /** Called when the connection is lost. */
  onDown?: () => void;
};

/**
 * One connection of a process that receives all notifications and holds locks, which the server releases when the process
 * dies. PostgreSQL wakes every listening connection for every notification, so a process has one for all its parts.
 * Needs a direct connection: both fail behind a pooler that shares sessions.
 */
export type ProcessConnection = {
  /** True while notifications arrive and locks can be taken. */
  isUp: () => boolean;
  /** The server's process of this connection; null while it is down. */
  getServerProcess: () => number | null;
  /**
   * Opens the connection for the first subscriber; the function that it returns closes it for the last one. Resolves after the
   * first try to connect, whether or not it succeeds.
   */
  subscribe: (channel: PgChannel, subscriber: Subscriber) => Promise<() => Promise<void>>;
  /**
   * Returns a function that releases the lock, and does nothing if the lock is gone. `held` when a living process has
   * the lock, this one included; `unavailable` while this connection is down.
   */
  tryLock: (name: string) => Promise<LockResult>;
  /** Shares the lock with other processes, on each new connection too, until the returned function is called. See `listSharersSql`. */
  shareLock: (name: string) => Promise<() => Promise<void>>;
};

/** The name under which the database lists each running process. */
export const processConnectionName = "postwright process";

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

const listenSql = Object.values(pgChannels)
  .map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
  .join("; ");

/**
 * Creates the connection, which opens with its first subscriber. A lost one is replaced after 0.1 s, growing to 5 s. The
 * first try counts the same: a database that restarts while this process starts must not end the process.
 */
export function createProcessConnection({
  connection,
  log,
}: {
  connection: pg.ClientConfig;
  log: Log;
}): ProcessConnection {
  const subscribers = new Map<Subscriber, PgChannel>();
  const sharedLocks = new Set<string>();
  let client: pg.Client | null = null;
  let serverProcess: number | null = null;
  let waitMs = reconnectMs.first;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> | null = null;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: processConnectionName });
    const onLost = () => {
      if (client !== next) return;
      client = null;
      log.warn("connection for notifications lost");
      for (const { onDown } of subscribers.keys()) onDown?.();
      connectLater();
    };
    next.on("error", onLost);
    next.on("end", onLost);
    next.on("notification", ({ channel, payload = "" }) => {
      for (const [subscriber, name] of subscribers) if (name === channel) subscriber.onNotification(payload);
    });
    try {
      await next.connect();
      serverProcess = (await next.query("select pg_backend_pid() as pid")).rows[0].pid;
      await next.query(listenSql);
      // A set's loop also visits what is added meanwhile.
      for (const name of sharedLocks) await next.query(shareSql, [name]);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    waitMs = reconnectMs.first;
    for (const { onUp } of subscribers.keys()) onUp();
  }

  /** Connects, or tries again later. One try at a time. */
  function tryConnect(): Promise<void> {
    connecting ??= connectOnce();
    return connecting;
  }

  async function connectOnce(): Promise<void> {
    clearTimeout(timer);
    try {
      await connect();
    } catch (error) {
      if (waitMs === reconnectMs.first) log.warn({ err: error }, "connection for notifications unavailable");
    }
    connecting = null;
    if (!client) connectLater();
    await closeUnused();
  }

  function connectLater(): void {
    clearTimeout(timer);
    if (subscribers.size === 0) return;
    timer = setTimeout(() => void tryConnect(), waitMs).unref();
    waitMs = Math.min(waitMs * 2, reconnectMs.last);
  }

  async function closeUnused(): Promise<void> {
    if (subscribers.size > 0 || connecting !== null) return;
    clearTimeout(timer);
    const unused = client;
    client = null;
    await unused?.end().catch(() => undefined);
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

  const shareSql = `select pg_advisory_lock_shared(${advisoryLockKeySql("$1")})`;
  const unshareSql = `select pg_advisory_unlock_shared(${advisoryLockKeySql("$1")})`;

  return {
    isUp: () => client !== null,
    getServerProcess: () => (client ? serverProcess : null),
    async subscribe(channel, subscriber) {
      subscribers.set(subscriber, channel);
      if (client) subscriber.onUp();
      else await tryConnect();
      return async () => {
        subscribers.delete(subscriber);
        await closeUnused();
      };
    },
    tryLock,
    async shareLock(name) {
      sharedLocks.add(name);
      if (client) await query(client, shareSql, [name]).catch(() => undefined);
      return async () => {
        sharedLocks.delete(name);
        await connecting;
        if (client) await query(client, unshareSql, [name]).catch(() => undefined);
      };
    },
  };
}
