import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { type E2eApp, startApp } from "../../e2e/support/start-app.ts";
import { type BenchLine, compareRuns, createNote, expectAtMost } from "./measurement.ts";
import { listFamily, requireLinux } from "./process-family.ts";

export const about =
  "start to ready after the first start, beside the least start (database, one statement, a server), and the memory of all processes when idle";

const root = join(import.meta.dirname, "../..");
const rounds = 10;
/** Starts vary more than requests: their processes are new each time. */
const spreadLimit = 0.5;
/** A fifth above the first figure, 3.3: ours loads the service with all its connectors, and checks the tables. */
const leastLimit = 4;
/** Looks as often as `startApp`. */
const pollMs = 20;
/** A tenth above the goal of 200 MB, so that a new process or layer shows. */
const memoryLimitMb = 220;
/** Long enough for start-up garbage to be gone; short enough for a bench. */
const idleMs = 10_000;

const seconds = (ms: number) => ms / 1000;

/** Megabytes of all of them, where a page shared by n processes counts 1/n for each. */
function memory(pids: readonly number[]): number {
  const kibibytes = pids.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN);
  });
  return (kibibytes.reduce((total, one) => total + one, 0) * 1024) / 1_000_000;
}

/** @returns ms from the start of the least program to its first answer. */
async function startLeast(dataDir: string): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const program = join(import.meta.dirname, "servers/least-start-program.ts");
  const child = spawn(
    process.execPath,
    ["--import", "./lib/server/compile-cache.mjs", program, dataDir, String(port)],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error("The least program did not start.");
    await pause(pollMs);
  }
  const ms = performance.now() - startedAt;
  child.kill("SIGTERM");
  await ended;
  return ms;
}

/** Next is prepared with the first page: that and the start are what a person waits for. The memory counts with it. */
async function readPageAndRest(app: E2eApp, when: string): Promise<{ pageMs: number; line: BenchLine }> {
  const askedAt = performance.now();
  await (await fetch(`${app.origin}/sign-in`)).text();
  const pageMs = performance.now() - askedAt;
  await pause(idleMs);
  const members = listFamily(app.process.pid ?? 0);
  return {
    pageMs,
    line: expectAtMost(`memory of ${members.length} processes, idle ${when}`, memory(members), memoryLimitMb, " MB"),
  };
}

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  requireLinux();
  const dataDir = createDataDir();
  // As after an installation or an update: the next start bundles. The dashboard's build stays: it runs in a process of its
  // own too. So does the bundle, which other servers of this checkout may run.
  rmSync(join(root, "dist/sources"), { force: true });
  const start = () => startApp({ DATA_DIR: dataDir, SERVICE_URL: "", DATABASE_URL: "" });
  let app: E2eApp | null = null;
  try {
    app = await start();
    const lines = [createNote("the first start, which bundles", `${seconds(app.readyAfterMs).toFixed(2)} s`)];
    lines.push((await readPageAndRest(app, "after it")).line);
    await app.stop();
    const startOurs = async () => {
      app = await start();
      await app.stop();
      return app.readyAfterMs;
    };
    const { a, b, ratio } = await compareRuns(() => startLeast(dataDir), startOurs, say, {
      rounds,
      limit: spreadLimit,
    });
    lines.push(createNote(`start to ready, median of ${rounds}`, `${seconds(b.median).toFixed(2)} s`));
    lines.push(createNote("fastest and slowest", `${seconds(b.min).toFixed(2)} s, ${seconds(b.max).toFixed(2)} s`));
    lines.push(createNote(`the least start, median of ${rounds}`, `${seconds(a.median).toFixed(2)} s`));
    lines.push(expectAtMost("the first beside the least", ratio, leastLimit));
    app = await start();
    const { pageMs, line } = await readPageAndRest(app, "after a later start");
    lines.push(createNote("the first page after that", `${seconds(pageMs).toFixed(2)} s`), line);
    const ended = new Promise((resolve) => app?.process.once("close", resolve));
    app.process.kill("SIGKILL");
    await ended;
    app = await start();
    lines.push(createNote("start to ready after kill -9", `${seconds(app.readyAfterMs).toFixed(2)} s`));
    return lines;
  } finally {
    await app?.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
