import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type DatabaseLogger, DatabaseStartError } from "./database-start-error.ts";
import { type DatabaseState, startEmbeddedDatabase } from "./embedded/embedded-database.ts";

/** The database of this process, embedded or a server's. */
export type OpenDatabase = {
  pool: pg.Pool;
  /** For work that goes on behind the requests: what waits here for a connection keeps no request waiting. */
  workPool: pg.Pool;
  /** For clients with a connection of their own (the queue, LISTEN): no limit on a statement's time. */
  connection: pg.ClientConfig;
  kind: "embedded" | "server";
  /** What is known without asking; a server is only known by asking it, so it counts as up. */
  state(): DatabaseState;
  /** Sentences for the operator, to be logged once the start has succeeded. */
  warnings: readonly string[];
  /** Ends the pools, then the embedded database. Close other clients of `connection` first. Safe to call twice. */
  close(): Promise<void>;
};

const statementMs = 15_000;
const connectMs = 5_000;
/** A server that is being started beside us (compose, systemd) gets this long. */
const serverPatienceMs = 10_000;

/**
 * Opens the server named by `databaseUrl`, or else the embedded database in `dataDir`.
 * @throws CannotStart with one sentence for people, which never holds the password.
 */
export async function openDatabase(at: {
  databaseUrl: string | undefined;
  dataDir: string;
  log: DatabaseLogger;
  /** Connections for requests and work together; the embedded database takes 40 in all. */
  poolMax?: number;
  /** Of these, those that work has to itself, and requests can't have; 0 where both share all of them. */
  workMax?: number;
}): Promise<OpenDatabase> {
  const { log, poolMax = 20, workMax = 0 } = at;
  const makePools = (connection: pg.ClientConfig) => {
    const pool = createPool(connection, poolMax - workMax, log);
    // Nobody waits for work's answer, but a mark that can't be written after a post went out leaves it in doubt.
    const workConnection = { ...connection, connectionTimeoutMillis: statementMs };
    const workPool = workMax > 0 ? createPool(workConnection, workMax, log) : pool;
    return { pool, workPool, end: () => Promise.all([...new Set([pool, workPool])].map((one) => endPool(one, log))) };
  };
  if (at.databaseUrl !== undefined) {
    const connection = { connectionString: at.databaseUrl, ...keepAliveOptions };
    const { end, ...pools } = makePools(connection);
    try {
      await waitForServer(pools.pool, at.databaseUrl);
    } catch (error) {
      await end();
      throw error;
    }
    return { ...pools, connection, kind: "server", state: () => ({ is: "up" }), warnings: [], close: once(end) };
  }
  const embedded = await startEmbeddedDatabase({ dataDir: at.dataDir, log });
  const connection = { ...embedded.config, password: "", ssl: false, ...keepAliveOptions };
  const { end, ...pools } = makePools(connection);
  const close = once(async () => {
    await end();
    await embedded.stop();
  });
  const { state, warnings } = embedded;
  return { ...pools, connection, kind: "embedded", state, warnings, close };
}

const keepAliveOptions = { connectionTimeoutMillis: connectMs, keepAlive: true, application_name: "postwright" };

/** A pool that outlives its connections: one that is lost while idle is logged and replaced at the next need. */
export function createPool(connection: pg.ClientConfig, max: number, log: DatabaseLogger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    // The server's own limit does not help when the server is out of reach in mid-answer.
    query_timeout: statementMs + connectMs,
  });
  // Lost in the moment in which it changes hands, nobody would be listening to it, and that would end the process. Whoever
  // gets it is told by the first thing asked of it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) => log.warn(`An idle database connection was lost (${codeOf(error) ?? error.message}).`));
  return pool;
}

/** Waits for work in progress, but not for ever: a connection that is never given back must not hold up the stop. */
async function endPool(pool: pg.Pool, log: DatabaseLogger): Promise<void> {
  const late = pause(connectMs, "late" as const, { ref: false });
  if ((await Promise.race([pool.end(), late])) === "late") {
    log.warn(`${pool.totalCount} database connections were still in use at the stop.`);
  }
}

function once(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work().then(() => undefined);
    return done;
  };
}

/** What pg itself says when a connection can't be had or was lost; it gives these no code. */
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;
const lostCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"]);
/** SQLSTATE classes and codes: connection, no resources (disk, memory, connections), shutdown and start, I/O. */
const lostStates = /^(08|53|57P0[1-5]|58030)/;

/**
 * Whether an error of a query means that the database is away or out of room, which is a 503 and passes, rather than
 * that the query is wrong. A COMMIT that fails so may have happened.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = codeOf(at);
    if (lostConnection.test(at.message) || (code && (lostStates.test(code) || lostCodes.has(code)))) return true;
  }
  return false;
}

function codeOf(error: Error): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : undefined;
}

async function waitForServer(pool: pg.Pool, url: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      await pool.query("select 1");
      return;
    } catch (error) {
      const code = error instanceof Error ? (codeOf(error) ?? error.message) : String(error);
      const passes = isDatabaseUnavailable(error) && code !== "ENOTFOUND";
      if (!passes || performance.now() - startedAt > serverPatienceMs) {
        throw new DatabaseStartError(
          `The database at ${formatServerAddress(url)} can't be used (${code}): check DATABASE_URL.`,
        );
      }
      await pause(250);
    }
  }
}

/** Host, port and database of a URL, without user and password. */
function formatServerAddress(url: string): string {
  if (!URL.canParse(url)) return "DATABASE_URL";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
