import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import {
  type DatabaseLogger,
  DatabaseStartError,
  describeServerProblem,
  findErrorCode,
} from "./database-start-error.ts";
import { type DatabaseAvailability, startEmbeddedDatabase } from "./embedded/embedded-database.ts";

/** The database of this process, embedded or on a server. */
export type OpenDatabase = {
  pool: pg.Pool;
  /** The pool for background work: its waiting queries delay no request. */
  workPool: pg.Pool;
  /** For clients with a connection of their own (the queue, LISTEN): no time limit on statements. */
  connection: pg.ClientConfig;
  kind: "embedded" | "server";
  /**
   * Returns the known state without a query; the state of a server is only known by a query, so a server counts as up.
   */
  state(): DatabaseAvailability;
  /** Sentences for the operator, to be logged once the start has succeeded. */
  warnings: readonly string[];
  /** Ends the pools, then the embedded database. Close other clients of `connection` first. Safe to call twice. */
  close(): Promise<void>;
};

const statementMs = 15_000;
const connectMs = 5_000;
/** The time for a server that starts at the same moment (compose, systemd). */
const serverPatienceMs = 10_000;

/**
 * Connects to the server of `databaseUrl`, or else opens the embedded database in `dataDir`.
 * @throws DatabaseStartError with one sentence for people, which never holds the password.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  log: DatabaseLogger;
  /** Connections for requests and work together; the embedded database allows 40 in all. */
  poolMax?: number;
  /** Connections reserved for work, which requests can't use; 0 where both share all of them. */
  workMax?: number;
}): Promise<OpenDatabase> {
  const { log, poolMax = 20, workMax = 0 } = options;
  const createPools = (connection: pg.ClientConfig) => {
    const pool = createPool(connection, poolMax - workMax, log);
    // Nobody waits for the work's result, but a state that can't be written after a post was sent leaves the post
    // unconfirmed.
    const workConnection = { ...connection, connectionTimeoutMillis: statementMs };
    const workPool = workMax > 0 ? createPool(workConnection, workMax, log) : pool;
    return { pool, workPool, end: () => Promise.all([...new Set([pool, workPool])].map((one) => endPool(one, log))) };
  };
  if (options.databaseUrl !== undefined) {
    const connection = { connectionString: options.databaseUrl, ...keepAliveOptions };
    const { end, ...pools } = createPools(connection);
    try {
      await waitForServer(pools.pool, options.databaseUrl);
    } catch (error) {
      await end();
      throw error;
    }
    return { ...pools, connection, kind: "server", state: () => ({ type: "up" }), warnings: [], close: once(end) };
  }
  const embedded = await startEmbeddedDatabase({ dataDir: options.dataDir, log });
  const connection = { ...embedded.config, password: "", ssl: false, ...keepAliveOptions };
  const { end, ...pools } = createPools(connection);
  const close = once(async () => {
    await end();
    await embedded.stop();
  });
  const { state, warnings } = embedded;
  return { ...pools, connection, kind: "embedded", state, warnings, close };
}

const keepAliveOptions = { connectionTimeoutMillis: connectMs, keepAlive: true, application_name: "postwright" };

/** Creates a pool that survives lost connections: one lost while idle is logged and replaced at the next use. */
export function createPool(connection: pg.ClientConfig, max: number, log: DatabaseLogger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    // The server's own limit does not help when the server becomes unreachable during a response.
    query_timeout: statementMs + connectMs,
  });
  // A connection lost while it changes hands would have no listener, and the error would end the process. The next user
  // gets the error from the first query.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) => log.warn(`An idle database connection was lost (${codeOf(error) ?? error.message}).`));
  return pool;
}

/**
 * Ends a pool and waits for work in progress, but not for ever: a connection that is never returned must not delay the
 * stop.
 */
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

/** pg's own messages for an unavailable, lost or silent connection, which have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Query read timeout)/;
const lostCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"]);
/** SQLSTATE classes and codes: connection, no resources (disk, memory, connections), shutdown and start, I/O. */
const lostStates = /^(08|53|57P0[1-5]|58030)/;

/**
 * Returns whether a query's error means that the database is unavailable or out of resources, which is a temporary 503,
 * rather than that the query is wrong. A COMMIT with such an error may have succeeded.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = codeOf(at);
    if (lostConnection.test(at.message) || (code && (lostStates.test(code) || lostCodes.has(code)))) return true;
  }
  return false;
}

/** Health checks of orchestrators wait for a few seconds. */
const healthMs = 3_000;

/** Returns whether the database answers within the time of a health check, the wait for a connection included. */
export async function isDatabaseResponding(pool: pg.Pool): Promise<boolean> {
  // The driver's limit for one query, which its types lack, closes a silent connection. It begins with the connection.
  const question: pg.QueryConfig & { query_timeout: number } = { text: "select 1", query_timeout: healthMs };
  const answer = pool.query(question).then(
    () => true,
    () => false,
  );
  return await Promise.race([answer, pause(healthMs, false, { ref: false })]);
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
      const passes = isDatabaseUnavailable(error) && findErrorCode(error) !== "ENOTFOUND";
      if (!passes || performance.now() - startedAt > serverPatienceMs)
        throw new DatabaseStartError(describeServerProblem(error, url));
      await pause(250);
    }
  }
}
