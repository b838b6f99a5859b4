import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { type E2eApp, startApp } from "../../e2e/support/start-app.ts";
import { type BenchLine, computeStatistics, createNote, expectAtMost } from "./measurement.ts";
import { listFamily, requireLinux } from "./process-family.ts";

export const about = "start to ready after the first start, and the memory of all processes when idle";

const runs = 10;
/** Long enough for start-up garbage to be gone; short enough for a bench. */
const idleMs = 10_000;

const seconds = (ms: number) => ms / 1000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Megabytes of all of them, where a page shared by n processes counts 1/n for each. */
function memory(pids: readonly number[]): number {
  const kibibytes = pids.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN);
  });
  return (kibibytes.reduce((total, one) => total + one, 0) * 1024) / 1_000_000;
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
    line: expectAtMost(`memory of ${members.length} processes, idle ${when}`, memory(members), 300, " MB"),
  };
}

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  requireLinux();
  const dataDir = createDataDir();
  // As after an installation or an update: the next start bundles. The dashboard's build stays: it runs in a process of its
  // own too. So does the bundle, which other servers of this checkout may run.
  rmSync(join(import.meta.dirname, "../../dist/sources"), { force: true });
  const start = () => startApp({ DATA_DIR: dataDir, SERVICE_URL: "", DATABASE_URL: "" });
  let app: E2eApp | null = null;
  try {
    app = await start();
    const lines = [createNote("the first start, which bundles", `${seconds(app.readyAfterMs).toFixed(2)} s`)];
    lines.push((await readPageAndRest(app, "after it")).line);
    await app.stop();
    const times: number[] = [];
    for (let at = 1; at <= runs; at += 1) {
      app = await start();
      times.push(app.readyAfterMs);
      say(`start ${at} of ${runs}: ${seconds(app.readyAfterMs).toFixed(2)} s`);
      if (at < runs) await app.stop();
    }
    if (!app) throw new Error("The server did not start.");
    const found = computeStatistics(times.map(seconds));
    lines.push(expectAtMost(`start to ready, median of ${runs}`, found.median, 1.5, " s"));
    lines.push(createNote("fastest and slowest", `${found.min.toFixed(2)} s, ${found.max.toFixed(2)} s`));
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
