import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildIfNeeded } from "#lib/server/build/build-next-if-needed.ts";
import { root, run as runProgram } from "../steps.ts";
import { type BenchLine, createNote, expectAtMost } from "./measurement.ts";

export const about =
  "what tests cost beside the least: browser tests that only load a page, test files without their tests";

/** Typical folders: most of their tests use the main parts of the pages and of the service. */
const browserFolder = "e2e/posts";
const serviceFolder = "lib/service/posts";
const noTest = "no test has this name";
const rounds = 2;
/** A fifth above the first figures of 2026-11-27, so that a costlier test shows. */
const limits = { browser: 5, service: 8 };

type Played = { tests: number; seconds: number };

async function play(config: string, what: readonly string[], env: Record<string, string>): Promise<Played> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-tests-"));
  const report = path.join(folder, "report.json");
  try {
    const args = ["test", "--config", config, "--reporter=json", ...what];
    const fine = await runProgram("playwright", args, {
      show: "on failure",
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    if (!fine) throw new Error("A browser test failed, so the others say nothing about the cost.");
    const { stats } = JSON.parse(readFileSync(report, "utf8")) as { stats: { expected: number; duration: number } };
    return { tests: stats.expected, seconds: stats.duration / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const playTests = () => play("e2e/playwright.config.ts", [browserFolder], {});
const playLeast = (tests: number) =>
  play(".ci/bench/browser/least-tests.config.ts", [], { LEAST_TESTS: String(tests) });

async function runServiceTests(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const fine = await runProgram("vitest", ["run", serviceFolder, ...args], { show: "on failure" });
  if (!fine) throw new Error("A service test failed, so the others say nothing about the cost.");
  return (performance.now() - startedAt) / 1000;
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

async function measureBrowserTests(say: (line: string) => void): Promise<BenchLine[]> {
  // Else the first tests would build the dashboard, and the build would count as theirs.
  await buildIfNeeded(root, say);
  const all: Played[] = [];
  const least: Played[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const tests = await playTests();
    const loads = await playLeast(tests.tests);
    all.push(tests);
    least.push(loads);
    say(`round ${round} of ${rounds}: ${tests.seconds.toFixed(1)} s, least ${loads.seconds.toFixed(1)} s`);
  }
  const tests = sum(all.map((one) => one.tests));
  const [seconds, leastSeconds] = [sum(all.map((one) => one.seconds)), sum(least.map((one) => one.seconds))];
  return [
    createNote(`a test of ${browserFolder}`, `${(seconds / tests).toFixed(2)} s`),
    createNote("a test that only loads a page", `${(leastSeconds / tests).toFixed(2)} s`),
    expectAtMost("the first beside the second", seconds / leastSeconds, limits.browser),
  ];
}

async function measureServiceTests(say: (line: string) => void): Promise<BenchLine[]> {
  const all: number[] = [];
  const least: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    all.push(await runServiceTests([]));
    least.push(await runServiceTests(["--testNamePattern", noTest]));
    say(`round ${round} of ${rounds}: ${all.at(-1)?.toFixed(1)} s, least ${least.at(-1)?.toFixed(1)} s`);
  }
  return [
    createNote(`all tests of ${serviceFolder}`, `${(sum(all) / rounds).toFixed(1)} s`),
    createNote("the same files without their tests", `${(sum(least) / rounds).toFixed(1)} s`),
    expectAtMost("the first beside the second", sum(all) / sum(least), limits.service),
  ];
}

export const parts = { browser: measureBrowserTests, service: measureServiceTests };

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  return [...(await measureBrowserTests(say)), ...(await measureServiceTests(say))];
}
