import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseFolders } from "./database-folders.ts";
import { postgresPort, postgresSuperuser } from "./postgres-process.ts";

/**
 * The app's lock: an arbitrary number, held while the app runs. Advisory locks belong to one database: `postgres`.
 */
const appLockKey = 7_203_115;
/**
 * A running app takes its lock within milliseconds of the database's (re)start; the check repeats until the database
 * is this old.
 */
const settledMs = 1_500;
const patienceMs = 600;

/** The holder of the database's lock. `silent`: a running server that does not answer (yet, or not here). */
export type LockHolder =
  | { type: "app" }
  | { type: "orphan"; stop(): Promise<void> }
  | { type: "shutting down" }
  | { type: "silent" };

/** Creates a client for the maintenance database as superuser. */
export function createMaintenanceClient(socketDir: string, timeoutMs: number): pg.Client {
  const client = new pg.Client({
    host: socketDir,
    port: postgresPort,
    user: postgresSuperuser,
    database: "postgres",
    password: "",
    ssl: false,
    application_name: "postwright guard",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: 0,
  });
  // The "end" event reports a lost connection; without this listener the error would be thrown.
  client.on("error", () => undefined);
  return client;
}

/** Takes the app's lock on this connection; false when another app has it. The lock is lost with the connection. */
export async function acquireAppLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [appLockKey]);
  return rows[0]?.taken === true;
}

/**
 * Queries the database that holds the lock for its app. Answers within about 0.6 s, except for a database that
 * (re)started less than 1.5 s ago and has no app yet.
 */
export async function findLockHolder(folders: DatabaseFolders): Promise<LockHolder> {
  const client = createMaintenanceClient(getSocketDir(folders), patienceMs);
  const startedAt = performance.now();
  try {
    await client.connect();
    for (;;) {
      if (await isGuarded(client)) return close(client, { type: "app" });
      // The second condition covers a clock that was set back: the age is meaningless then.
      if ((await getServerAgeMs(client)) >= settledMs || performance.now() - startedAt >= settledMs) break;
      await pause(50);
    }
    // Two concurrent starts both see an orphan; one of them gets the lock and stops it.
    if (!(await acquireAppLock(client))) return close(client, { type: "app" });
    return { type: "orphan", stop: () => stopFromInside(client) };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return close(
      client,
      code === "57P03" && message.includes("shutting down") ? { type: "shutting down" } : { type: "silent" },
    );
  }
}

/**
 * Returns the socket folder of the running database: the recorded one if there is a record (another TMPDIR then), else
 * the default.
 */
function getSocketDir(folders: DatabaseFolders): string {
  try {
    const line = readFileSync(join(folders.cluster, "postmaster.pid"), "utf8").split("\n")[4];
    return line || folders.socketDir;
  } catch {
    return folders.socketDir;
  }
}

async function isGuarded(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from pg_locks where locktype = 'advisory' and granted and objid = $1::bigint::oid and classid = 0 and objsubid = 1",
    [appLockKey],
  );
  return rows.length > 0;
}

/**
 * Returns the milliseconds since the server last began to accept connections, also after a crash recovery. The
 * autovacuum launcher starts at that moment; the checkpointer, which always exists, starts before a recovery.
 */
async function getServerAgeMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: number | null }>(
    `select (extract(epoch from clock_timestamp() - max(backend_start)) * 1000)::float8 as ms from pg_stat_activity
     where backend_type in ('checkpointer', 'autovacuum launcher')`,
  );
  return rows[0]?.ms ?? 0;
}

/**
 * Stops the postmaster from inside: a signal from here could hit an unrelated process when the database runs in another
 * container with its own process numbers.
 */
async function stopFromInside(client: pg.Client): Promise<void> {
  await client.query(`copy (select 1) to program 'kill -INT "$(head -n 1 postmaster.pid)"'`).catch(() => undefined);
  void client.end().catch(() => undefined);
}

function close(client: pg.Client, holder: LockHolder): LockHolder {
  void client.end().catch(() => undefined);
  return holder;
}
