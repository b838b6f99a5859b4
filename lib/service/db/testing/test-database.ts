import { randomBytes } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { createProcessConnection, type ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { getAdminConnection, templateDatabaseName } from "./admin-connection.ts";
import type { TestCluster } from "./test-cluster.ts";

/** A database for one test file, with our tables and no rows. */
export type TestDatabase = {
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** For a test of one process; a second process gets one of its own. */
  processConnection: ProcessConnection;
  /** The same database as a URL, for DATABASE_URL. */
  url: string;
  /** Ends the pool and removes the database, also from under clients that are still connected. */
  drop(): Promise<void>;
};

const role = "postwright";
/** The cluster of a plain script (no vitest), while it has databases open. */
let standaloneCluster: { cluster: Promise<TestCluster>; users: number } | null = null;

/**
 * Creates a fresh database (about 30 ms): under vitest on the run's cluster, in a plain script on one created for it.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const shared = await socketOfRun();
  const socketDir = shared ?? (await borrowStandaloneCluster());
  const name = `t_${randomBytes(8).toString("hex")}`;
  await asAdmin(socketDir, `create database ${name} template ${templateDatabaseName} owner ${role} strategy file_copy`);
  const connection = { host: socketDir, port: 5432, user: role, database: name, password: "", ssl: false };
  const ignore = () => undefined;
  const pool = createPool(connection, 10, { info: ignore, warn: ignore, error: ignore });
  return {
    pool,
    connection,
    processConnection: createProcessConnection({ connection, log: pino({ level: "silent" }) }),
    url: `postgresql://${role}@${encodeURIComponent(socketDir)}/${name}`,
    async drop() {
      await pool.end();
      await asAdmin(socketDir, `drop database if exists ${name} with (force)`);
      if (!shared) await returnStandaloneCluster();
    },
  };
}

/** Returns the socket from the global set-up; null outside vitest, where importing it would fail. */
async function socketOfRun(): Promise<string | null> {
  if (process.env["VITEST"] === undefined) return null;
  const { inject } = await import("vitest");
  return inject("testClusterSocket");
}

async function borrowStandaloneCluster(): Promise<string> {
  standaloneCluster ??= { cluster: import("./test-cluster.ts").then((made) => made.startTestCluster()), users: 0 };
  standaloneCluster.users += 1;
  return (await standaloneCluster.cluster).socketDir;
}

async function returnStandaloneCluster(): Promise<void> {
  if (!standaloneCluster) return;
  standaloneCluster.users -= 1;
  if (standaloneCluster.users > 0) return;
  const { cluster } = standaloneCluster;
  standaloneCluster = null;
  await (await cluster).stop();
}

async function asAdmin(socketDir: string, statement: string): Promise<void> {
  const client = new pg.Client(getAdminConnection(socketDir));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
