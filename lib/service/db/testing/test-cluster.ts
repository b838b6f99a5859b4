import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#lib/service/db/embedded/embedded-database.ts";
import { migrate } from "#lib/service/db/migrate.ts";
import { getDatabaseRoot } from "#lib/testing/data-folder.ts";
import { getAdminConnection, templateDatabaseName } from "./admin-connection.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the test cluster's socket. */
    testClusterSocket: string;
  }
}

/** A PostgreSQL for tests: fsync is off, so it is fast and proves nothing about power cuts. */
export type TestCluster = { socketDir: string; stop(): Promise<void> };

/** Starts a cluster in a temporary folder, by default on the disk, with a template database that has our tables. */
export async function startTestCluster(place = tmpdir()): Promise<TestCluster> {
  const dataDir = mkdtempSync(join(place, "pw-test-"));
  chmodSync(dataDir, 0o711);
  const problems: string[] = [];
  const note = (message: string) => void problems.push(message);
  const log = { info: () => undefined, warn: note, error: note };
  const sweep = removeOnExit(dataDir);
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false, maxConnections: 200 });
  const admin = new pg.Client(getAdminConnection(database.config.host));
  await admin.connect();
  await admin.query(`create database ${templateDatabaseName} owner ${database.config.user}`);
  const pool = new pg.Pool({ ...database.config, database: templateDatabaseName, max: 1 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
    await admin.end();
  }
  return { socketDir: database.config.host, stop: () => stop(database, dataDir, sweep) };
}

async function stop(database: EmbeddedDatabase, dataDir: string, sweep: () => void): Promise<void> {
  await database.stop();
  sweep();
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Removes the cluster after a killed run, which can't clean up: a shell waits for the end of this process (the end of
 * its input) and removes the data.
 * @returns a function that ends the shell when nothing is left to remove.
 */
function removeOnExit(dataDir: string): () => void {
  // Several times, because initdb may still run when the run is killed.
  const script = `
    cat >/dev/null
    for try in 1 2 3 4 5 6 7 8; do
      kill -QUIT "$(head -n 1 "$0/db/cluster/postmaster.pid")"
      sleep 0.5
      rm -rf "$0"
    done`;
  const shell = spawn("/bin/sh", ["-c", script, dataDir], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  // The shell's input alone must not keep this process alive.
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => void shell.kill("SIGKILL");
}

/** Vitest's global set-up: one cluster for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(getDatabaseRoot());
  project.provide("testClusterSocket", cluster.socketDir);
  return () => cluster.stop();
}
