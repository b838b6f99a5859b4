import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, constants, setPriority, tmpdir } from "node:os";
import path from "node:path";
import { installPds } from "#lib/service/channels/platforms/bluesky/testing/pds.ts";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";
import { installS3Server } from "#lib/service/media/testing/s3-server.ts";

export const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string) => path.join(root, "node_modules", ".bin", name);

/** The result of a step. A step without tests of its own counts as one. `onlyAlone` counts passed tests that first failed. */
export type Tally = { passed: number; failed: number; skipped: string[]; onlyAlone?: number };

/** With `low` priority a program runs when the others leave a core. */
type Priority = "normal" | "low";
type RunOptions = {
  /** The program's output goes to the screen at once, or only after a failure. */
  show: "now" | "on failure";
  priority?: Priority;
  env?: Record<string, string>;
};

/** Runs a program of node_modules, on the Node that stands there too. */
export function run(
  program: string,
  args: readonly string[],
  { show, priority = "normal", env = {} }: RunOptions,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(bin(program), args, {
      cwd: root,
      stdio: ["ignore", show === "now" ? "inherit" : "pipe", show === "now" ? "inherit" : "pipe"],
      env: {
        ...process.env,
        PATH: `${path.dirname(bin("node"))}${path.delimiter}${process.env["PATH"] ?? ""}`,
        ...env,
      },
    });
    // Its own programs get the same.
    if (priority === "low" && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const output: Buffer[] = [];
    child.stdout?.on("data", (bytes: Buffer) => output.push(bytes));
    child.stderr?.on("data", (bytes: Buffer) => output.push(bytes));
    child.on("error", (error) => {
      process.stdout.write(`${program}: ${error.message}\n`);
      resolve(false);
    });
    child.on("close", (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const toSingleTally = (fine: boolean): Tally => ({ passed: fine ? 1 : 0, failed: fine ? 0 : 1, skipped: [] });

/** Each checker of the compiler learns the libraries anew: more of them than cores cost more than they save. */
const checkers = String(Math.min(4, availableParallelism()));
const check = async (program: string, args: readonly string[], priority?: Priority) =>
  toSingleTally(await run(program, args, { show: "on failure", ...(priority && { priority }) }));
export const types = (priority?: Priority) => check("tsc", ["--noEmit", "--checkers", checkers], priority);
export const lint = (priority?: Priority) =>
  check("biome", ["check", "--error-on-warnings", "--max-diagnostics=50", "."], priority);
export const unused = (priority?: Priority) => check("knip", ["--no-progress"], priority);
export const importRules = (priority?: Priority) =>
  vitest(["--config", ".ci/vitest.config.ts"], { show: "on failure", ...(priority && { priority }) });
export const unitAndService = () => vitest([], { show: "now" });

/**
 * The servers and tools that only tests start, installed meanwhile: they take a minute or two from an empty cache. Where
 * one fails, the tests that need it try again and say why.
 */
export async function installServers(): Promise<void> {
  await installS3Server().catch(() => undefined);
  await installPds().catch(() => undefined);
  await installPackagesOnce(path.join(root, ".ci", "openapi")).catch(() => undefined);
}

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** Counts the tests of a run by its own report; a file that could not be loaded counts as one failure. */
export function countVitest(report: VitestReport): Tally {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: tests.filter((test) => test.status === "passed").length,
    failed: tests.filter((test) => test.status === "failed").length + broken.length,
    skipped: tests.filter((test) => !["passed", "failed"].includes(test.status)).map((test) => test.fullName),
  };
}

function vitest(args: readonly string[], options: RunOptions): Promise<Tally> {
  return withReport(async (file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    return {
      fine: await run("vitest", ["run", ...args, ...reporters], options),
      count: (text) => countVitest(JSON.parse(text)),
    };
  });
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

/** Counts the tests in the browser. One that passed only when repeated has failed. */
export function countPlaywright(report: PlaywrightReport): Tally {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped: Array.from({ length: skipped }, () => "a browser test"),
  };
}

/**
 * Two minutes of `npm run chaos` beside the browser's tests: three processes on one database, drawn the same each time as
 * far as chance allows. @returns what waits for its end and says what it found
 */
export function startChaosTest(): () => Promise<Tally> {
  const env = { ...process.env, SETUPS: "apart", SEED: "7", SLOWER: "4" };
  const child = spawn(process.execPath, [path.join(root, ".ci", "chaos", "main.ts"), "2"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => output.push(bytes));
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
  const end = () => void child.kill("SIGTERM");
  process.once("exit", end);
  return async () => {
    const fine = await ended;
    process.off("exit", end);
    process.stdout.write(Buffer.concat(output));
    return toSingleTally(fine);
  };
}

const playwright = (args: readonly string[]): Promise<Tally> =>
  withReport(async (file) => ({
    fine: await run("playwright", ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json", ...args], {
      show: "now",
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
    count: (text) => countPlaywright(JSON.parse(text)),
  }));

/** Returns how many failures of `count` tests may be accidents of a busy machine: one in a hundred, at least two. */
const getMostRepeated = (count: number) => Math.max(2, Math.floor(count / 100));

/**
 * Runs the browser tests, and a few failed ones again, alone: five browsers and their servers share two cores, and a
 * wait can end too early. The tests of a serial file that did not run after a failure run with it. The sum names tests
 * that passed only alone.
 */
export async function inBrowser(play: (args: readonly string[]) => Promise<Tally> = playwright): Promise<Tally> {
  const together = await play([]);
  const limit = getMostRepeated(together.passed + together.failed + together.skipped.length);
  if (together.failed === 0 || together.failed > limit || together.passed === 0) return together;
  process.stdout.write(`\n${together.failed} failed beside others: once more, alone.\n`);
  const alone = await play(["--last-failed", "--workers=1"]);
  const { passed, failed, skipped } = together;
  if (alone.failed + alone.skipped.length > 0 || alone.passed !== failed + skipped.length) return together;
  return { passed: passed + alone.passed, failed: 0, skipped: [], onlyAlone: failed };
}

type ReportedRun = { fine: boolean; count: (text: string) => Tally };

/** A run without a report, without a test, or that ended badly while no test did, has failed. */
async function withReport(start: (file: string) => Promise<ReportedRun>): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), "report-"));
  try {
    const file = path.join(folder, "report.json");
    const { fine, count } = await start(file);
    return toTally(fine, () => count(readFileSync(file, "utf8")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function toTally(fine: boolean, count: () => Tally): Tally {
  let tally: Tally;
  try {
    tally = count();
  } catch (error) {
    process.stdout.write(`The test report can't be read: ${String(error)}\n`);
    return toSingleTally(false);
  }
  if (tally.passed + tally.failed === 0) process.stdout.write("No tests ran.\n");
  const silent = tally.failed === 0 && (!fine || tally.passed === 0);
  return silent ? { ...tally, failed: 1 } : tally;
}
