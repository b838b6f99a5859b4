import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseFolders } from "./database-folders.ts";
import { postgresPort, postgresSuperuser } from "./postgres-process.ts";

/** Any number of ours, held for as long as the app lives. Advisory locks belong to one database: `postgres`. */
const guardKey = 7_203_115;
/** A living app takes its guard within milliseconds of the database's (re)start; younger than this, we look again. */
const settledMs = 1_500;
const patienceMs = 600;

/** Who has the database's lock. `silent`: somebody alive who does not answer (yet, or not here). */
export type LockHolder =
  | { is: "app" }
  | { is: "orphan"; stop(): Promise<void> }
  | { is: "shutting down" }
  | { is: "silent" };

/** A connection to the database's maintenance database as its superuser. */
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
  // A lost connection is told by "end"; without this listener it would be thrown.
  client.on("error", () => undefined);
  return client;
}

/** Takes the guard on this connection; false when another app holds it. Lost with the connection. */
export async function acquireGuardLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [guardKey]);
  return rows[0]?.taken === true;
}

/**
 * Asks the database that holds the lock whether an app is with it. Answers within about 0.6 s, except for a
 * database that (re)started less than 1.5 s ago and has no app yet.
 */
export async function findLockHolder(folders: DatabaseFolders): Promise<LockHolder> {
  const client = createMaintenanceClient(getSocketDir(folders), patienceMs);
  const startedAt = performance.now();
  try {
    await client.connect();
    for (;;) {
      if (await isGuarded(client)) return close(client, { is: "app" });
      // The second condition is for a clock that was set back: the age then says nothing.
      if ((await getServerAgeMs(client)) >= settledMs || performance.now() - startedAt >= settledMs) break;
      await pause(50);
    }
    // Two that start at once both see an orphan; one of them gets the guard and stops it.
    if (!(await acquireGuardLock(client))) return close(client, { is: "app" });
    return { is: "orphan", stop: () => stopFromInside(client) };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return close(
      client,
      code === "57P03" && message.includes("shutting down") ? { is: "shutting down" } : { is: "silent" },
    );
  }
}

/** Where the living database listens: its own word if it left one (another TMPDIR then), else where ours would. */
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
    [guardKey],
  );
  return rows.length > 0;
}

/**
 * Milliseconds since the server last began to take connections; its own recovery after a crash counts. The autovacuum
 * launcher starts just then; the checkpointer, which is always there, already before a recovery.
 */
async function getServerAgeMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: number | null }>(
    `select (extract(epoch from clock_timestamp() - max(backend_start)) * 1000)::float8 as ms from pg_stat_activity
     where backend_type in ('checkpointer', 'autovacuum launcher')`,
  );
  return rows[0]?.ms ?? 0;
}

/**
 * Asks the postmaster to stop, from inside it: a signal sent from here could hit a stranger when the database runs
 * in another container, whose process numbers mean something else there.
 */
async function stopFromInside(client: pg.Client): Promise<void> {
  await client.query(`copy (select 1) to program 'kill -INT "$(head -n 1 postmaster.pid)"'`).catch(() => undefined);
  void client.end().catch(() => undefined);
}

function close(client: pg.Client, holder: LockHolder): LockHolder {
  void client.end().catch(() => undefined);
  return holder;
}
