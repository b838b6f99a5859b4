import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string) => path.join(root, "node_modules", ".bin", name);

/** The result of a step. A step without tests of its own counts as one. `onlyAlone` counts passed tests that first failed. */
export type Tally = { passed: number; failed: number; skipped: string[]; onlyAlone?: number };

type RunOptions = {
  /** The program's output goes to the screen at once, or only after a failure. */
  show: "now" | "on failure";
  env?: Record<string, string>;
};

/** Runs a program of node_modules, on the Node that stands there too. */
export function run(program: string, args: readonly string[], { show, env = {} }: RunOptions): Promise<boolean> {
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
const check = async (program: string, args: readonly string[]) =>
  toSingleTally(await run(program, args, { show: "on failure" }));
export const types = () => check("tsc", ["--noEmit", "--checkers", checkers]);
export const lint = () => check("biome", ["check", "--error-on-warnings", "--max-diagnostics=50", "."]);
export const unused = () => check("knip", ["--no-progress"]);
export const importRules = () => vitest(["--config", ".ci/vitest.config.ts"], { show: "on failure" });
export const unitAndService = () => vitest(["--project", "screen", "--project", "service"], { show: "now" });
export const deepTests = () => vitest(["--project", "deep"], { show: "now" });

/** How often `npm run test:deep` draws new data for the pure functions. */
const freeSeeds = 10;

/** Runs the property tests of pure code with other random data than `npm test` draws. A failure prints its seed. */
export async function freeProperties(): Promise<Tally> {
  const files = globSync("{lib/{text,time,contract},components}/**/*.test.ts", { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), "utf8").includes('from "fast-check"'),
  );
  const sum: Tally = { passed: 0, failed: 0, skipped: [] };
  for (let round = 0; round < freeSeeds; round += 1) {
    const seed = String(randomInt(2 ** 31));
    const tally = await vitest(files, { show: "on failure", env: { PROPERTY_SEED: seed } });
    if (tally.failed > 0) process.stdout.write(`PROPERTY_SEED=${seed} repeats this failure.\n`);
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped.push(...tally.skipped);
  }
  return sum;
}

/** Sends requests made from the contract, each within a second. */
export const fuzz = () =>
  vitest(["lib/service/http/contract-fuzz.test.ts"], {
    show: "now",
    env: { FUZZ_REQUESTS: process.env["FUZZ_REQUESTS"] ?? "10000" },
  });

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

/** Two minutes of `npm run chaos`: three processes on one database, drawn the same each time as far as chance allows. */
export const chaos = async () =>
  toSingleTally(
    await run("node", [path.join(".ci", "chaos", "main.ts"), "2"], {
      show: "now",
      env: { SETUPS: "apart", SEED: "7", SLOWER: "4" },
    }),
  );

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
 * Runs the browser tests, and a few failed ones again, alone: two browsers and their servers share two cores, and a wait
 * can end too early. The tests of a serial file that did not run after a failure run with it. The sum names tests that
 * passed only alone.
 */
export async function inBrowser(play: (args: readonly string[]) => Promise<Tally> = playwright): Promise<Tally> {
  const together = await play(["--grep-invert", "@deep"]);
  const limit = getMostRepeated(together.passed + together.failed + together.skipped.length);
  if (together.failed === 0 || together.failed > limit || together.passed === 0) return together;
  process.stdout.write(`\n${together.failed} failed beside others: once more, alone.\n`);
  const alone = await play(["--last-failed", "--workers=1"]);
  const { passed, failed, skipped } = together;
  if (alone.failed + alone.skipped.length > 0 || alone.passed !== failed + skipped.length) return together;
  return { passed: passed + alone.passed, failed: 0, skipped: [], onlyAlone: failed };
}

export const deepInBrowser = () => playwright(["--grep", "@deep"]);

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
