import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openTestDatabase } from "./lib/service/db/testing/test-database.ts";

const root = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), "pw-start-"));
const children: ChildProcess[] = [];
const taken: Server[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const server of taken.splice(0)) server.close();
});

/** The arguments of `npm run dev`. */
const development = ["--import", "./lib/server/compile-cache.mjs", "server.ts", "--dev"];

/**
 * Starts the server without pages, as a person would: a worker needs no build. A start takes seconds on an idle machine
 * and up to six times as long on others; the limits of the tests allow for that.
 */
function start(
  settings: Record<string, string>,
  program = ["lib/server/start.mjs"],
): {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
} {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      ROLE: "worker",
      PORT: "0",
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => (text += String(bytes)));
  return { child, output: () => text, ended: new Promise((resolve) => child.once("close", resolve)) };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("an invalid setting stops the start with one sentence that names it, before anything is created", async () => {
  const dataDir = join(folder, "never");
  const { ended, output } = start({ PORT: "many", DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(output()).toBe("PORT must be a port number from 0 to 65535.\n");
  expect(() => statSync(dataDir)).toThrow();
}, 60_000);

test("development runs the sources, and names an invalid setting too", async () => {
  const { ended, output } = start({ PORT: "many" }, development);
  expect(await ended).toBe(1);
  expect(output()).toBe("PORT must be a port number from 0 to 65535.\n");
}, 60_000);

test("a port in use stops the start with one sentence", async () => {
  const server = createServer();
  taken.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { ended, output } = start({ PORT: String(port) });
  expect(await ended).toBe(1);
  expect(output()).toBe(`Port ${port} is in use. Stop the program that uses it, or set PORT to another port.\n`);
}, 60_000);

test("an invalid bucket name stops the start with one sentence", async () => {
  const settings = { MEDIA_URL: "s3://x", AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "hunter2hunter2" };
  const { ended, output } = start({ ...settings, DATA_DIR: join(folder, "bucket") });
  expect(await ended).toBe(1);
  expect(output().trim()).toBe("MEDIA_URL must name an S3 bucket.");
}, 60_000);

test("a SETUP_KEY that could never sign in stops the start with one sentence", async () => {
  const person = { SETUP_ORG: "Northwind", SETUP_NAME: "Ines", SETUP_EMAIL: "ines@example.org" };
  const { ended, output } = start({ ...person, SETUP_KEY: `pw_${"a".repeat(49)}`, DATA_DIR: join(folder, "key") });
  expect(await ended).toBe(1);
  expect(output().trim()).toContain("SETUP_KEY has a wrong checksum. Copy the whole key, or choose a longer one.");
}, 60_000);

test("an unexpected error stops the start with one sentence that repeats no setting", async () => {
  const database = await openTestDatabase();
  try {
    // The database driver quotes the values of a failed statement.
    await database.pool.query("alter table members add constraint never check (false)");
    const setup = {
      SETUP_ORG: "Hunter House",
      SETUP_NAME: "Hunter Two",
      SETUP_EMAIL: "hunter2@example.org",
      SETUP_KEY: "pw_hunter2hunter2hunter2hunter2hunter2",
    };
    const settings = { ...setup, DATABASE_URL: database.url, DATA_DIR: join(folder, "unforeseen") };
    const { ended, output } = start(settings);
    expect(await ended).toBe(1);
    expect(output().trim().split("\n").at(-1)).toBe(
      'Postwright could not start because of an unexpected error. The log line "start failed" has the details.',
    );
    expect(output()).toContain("start failed");
    // Any process prints this warning on a database such as the test database, which loses data on a power cut.
    expect(output()).toContain("Turn on fsync and synchronous_commit in the database");
    for (const value of Object.values(setup)) expect(output()).not.toContain(value);
  } finally {
    await database.drop();
  }
}, 60_000);

test("the server starts, keeps its secret private, answers health, refuses upgrades, and stops cleanly", async () => {
  const { child, ended, output } = start({ METRICS_TOKEN: "sixteen-letters-and-more" });
  await until(() => output().includes("is ready on"));
  const origin = /http:\/\/localhost:\d+/.exec(output())?.[0] ?? "";
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/metrics`)).status).toBe(401);
  const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: "Bearer sixteen-letters-and-more" } });
  expect(await metrics.text()).toContain("\npostwright_posts_due 0\n");
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  expect((await fetch(`${origin}/v1/me`)).status).toBe(401);
  expect((await fetch(`${origin}/compose`)).status).toBe(503);
  const secret = join(folder, "data", "secret");
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  expect(output()).not.toContain(readFileSync(secret, "utf8"));
  const upgrade = fetch(origin, { headers: { connection: "upgrade", upgrade: "websocket" } });
  await upgrade.catch(() => undefined);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
}, 60_000);

test("a request in progress at the stop gets its answer, a later one is told, and neither fails in the log", async () => {
  const { child, output, ended } = start({});
  await until(() => output().includes("is ready on"));
  const { port } = new URL(/http:\/\/localhost:\d+/.exec(output())?.[0] ?? "");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = () =>
    new Promise<number>((resolve, reject) => {
      request({ port, agent, path: "/v1/me", headers: { host: `localhost:${port}` } }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      })
        .once("error", reject)
        .end();
    });
  expect(await get()).toBe(401);
  const during = Array.from({ length: 20 }, get);
  child.kill("SIGTERM");
  // One connection: the answers come one after the other, and those after the signal are of the stopping server.
  for (const status of await Promise.all(during.map((one) => one.catch(() => 503))))
    expect([401, 503]).toContain(status);
  expect(await ended).toBe(0);
  expect(output()).not.toMatch(/pool after calling end|request failed|database unreachable|stop failed/);
}, 60_000);

test("a second process on the same folder stops with one sentence and changes nothing", async () => {
  const first = start({});
  await until(() => first.output().includes("is ready on"));
  const origin = /http:\/\/localhost:\d+/.exec(first.output())?.[0] ?? "";
  const second = start({});
  expect(await second.ended).toBe(1);
  expect(second.output().trim().split("\n")).toHaveLength(1);
  expect(second.output()).toMatch(/already running/i);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);
