import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const token = "sixteen-letters-and-more";
const folder = mkdtempSync(join(tmpdir(), "pw-errors-"));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * Returns code to load before the server: SIGUSR2 rejects a promise of one request, SIGHUP throws outside any handler.
 */
function faults(thrown: string): string {
  const code = `
    process.on("SIGUSR2", () => void Promise.reject(new Error("one request's own")));
    process.on("SIGHUP", () => setImmediate(() => { throw ${thrown}; }));
  `;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Starts a real server process without pages and waits until it is ready. SIGHUP throws `thrown` in it. */
async function startServer(thrown: string) {
  const child = spawn(process.execPath, ["--import", faults(thrown), "lib/server/start.mjs"], {
    cwd: root,
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"],
      ROLE: "worker",
      PORT: "0",
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "warn",
      METRICS_TOKEN: token,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (output += String(bytes)));
  const ended = new Promise<number | null>((end) => child.once("close", end));
  await expect.poll(() => output, { timeout: 60_000 }).toContain("is ready on");
  const origin = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? "";
  const metrics = async () =>
    (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const logLine = (message: string) =>
    output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { level: number; msg: string; err: { message: string; stack: string } })
      .find(({ msg }) => msg === message);
  return { child, ended, origin, metrics, logLine };
}

test("an unhandled rejection is logged with its stack and counted, and the process keeps running", async () => {
  const { child, ended, origin, metrics, logLine } = await startServer('new Error("unused")');
  expect(await metrics()).toContain("\npostwright_unhandled_rejections_total 0\n");
  child.kill("SIGUSR2");
  await expect.poll(metrics).toContain("\npostwright_unhandled_rejections_total 1\n");
  const line = logLine("unhandledRejection");
  expect(line).toMatchObject({ level: 50, err: { message: "one request's own" } });
  expect(line?.err.stack).toMatch(/^\s+at /);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
}, 90_000);

test("an uncaught exception shuts the process down with code 70", async () => {
  const { child, ended, logLine } = await startServer('new Error("nobody foresaw this")');
  child.kill("SIGHUP");
  expect(await ended).toBe(70);
  expect(logLine("uncaughtException")).toMatchObject({ level: 60, err: { message: "nobody foresaw this" } });
}, 90_000);

test("an unhandled connection error does not end the process", async () => {
  const reset = 'Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" })';
  const { child, ended, origin, logLine } = await startServer(reset);
  child.kill("SIGHUP");
  await expect.poll(() => logLine("connection error")).toMatchObject({ level: 40 });
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
}, 90_000);
