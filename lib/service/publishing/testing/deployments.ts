import { rmSync } from "node:fs";
import path from "node:path";
import type { ClientConfig } from "pg";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { KillableApp } from "./killable-app.ts";

/** Additional settings of each process, by its number; `origin` is the address of the first. */
type More = (options: { origin: string; app: number }) => Record<string, string>;
const none: More = () => ({});

/** Real processes that the test starts; the first answers the author. */
export type Deployment = {
  name: string;
  apps: [KillableApp, ...KillableApp[]];
  dataDir: string;
  /** For reads beside the processes. */
  connection: ClientConfig;
  close: () => Promise<void>;
};

/** Starts everything in one process, its database included. */
export async function openEmbeddedDeployment(more = none): Promise<Deployment> {
  const dataDir = createDataDir();
  const port = await findFreePort();
  const env = { DATA_DIR: dataDir, ROLE: "all", ...more({ origin: `http://localhost:${port}`, app: 0 }) };
  const app = new KillableApp(port, env);
  const connection = {
    host: path.join(dataDir, "db", "socket"),
    port: 5432,
    user: "postwright",
    database: "postwright",
  };
  const close = async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { name: "embedded, one process", apps: [app], dataDir, connection, close };
}

/** Starts separate processes, as in a large installation. */
export async function openDistributedDeployment(more = none): Promise<Deployment> {
  const database: TestDatabase = await openTestDatabase();
  const dataDir = createDataDir();
  const webPort = await findFreePort();
  const origin = `http://localhost:${webPort}`;
  const env = (app: number) => ({
    // The address of a published practice item is on the web process.
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PUBLIC_URL: origin,
    SECRET: "kill".repeat(10),
    ...more({ origin, app }),
  });
  const web = new KillableApp(webPort, { ...env(0), ROLE: "web" });
  const workers = [await findFreePort(), await findFreePort()].map(
    (port, at) => new KillableApp(port, { ...env(at + 1), ROLE: "worker" }),
  );
  return {
    name: "one database, one web and two worker processes",
    apps: [web, ...workers],
    dataDir,
    connection: database.connection,
    async close() {
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
