import { rmSync } from "node:fs";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing";
import { freePort, KillableApp, makeDataDir } from "./testing-kill.ts";

/** Real processes that are started by the test; the first answers the author. */
export type SetUp = {
  name: string;
  apps: [KillableApp, ...KillableApp[]];
  dataDir: string;
  close: () => Promise<void>;
};

/** All in one process, its database included. */
export async function openEmbedded(): Promise<SetUp> {
  const dataDir = makeDataDir();
  const app = new KillableApp(await freePort(), { DATA_DIR: dataDir, ROLE: "all" });
  const close = async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { name: "embedded, one process", apps: [app], dataDir, close };
}

/** As at scale. */
export async function openApart(): Promise<SetUp> {
  const database: TestDatabase = await openTestDatabase();
  const dataDir = makeDataDir();
  const webPort = await freePort();
  // What a worker publishes has its address on the web process.
  const shared = { PUBLIC_URL: `http://localhost:${webPort}`, SECRET: "kill".repeat(10) };
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, ...shared };
  const web = new KillableApp(webPort, { ...env, ROLE: "web" });
  const workers = [await freePort(), await freePort()].map((port) => new KillableApp(port, { ...env, ROLE: "worker" }));
  return {
    name: "one database, one web and two worker processes",
    apps: [web, ...workers],
    dataDir,
    async close() {
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
