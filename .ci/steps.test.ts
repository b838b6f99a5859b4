import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { countPlaywright, countVitest, inBrowser, root, type Tally, toTally } from "./steps.ts";

const file = (status: string, tests: string[]) => ({
  name: "a.test.ts",
  status,
  message: "",
  assertionResults: tests.map((one) => ({ status: one, fullName: `the ${one} one` })),
});

test("a sum counts every test of a report once", () => {
  const report = { testResults: [file("passed", ["passed", "passed"]), file("failed", ["passed", "failed"])] };
  expect(countVitest(report)).toEqual({ passed: 3, failed: 1, skipped: [] });
});

test("a test file that can't be loaded counts as a failure", () => {
  expect(countVitest({ testResults: [file("failed", [])] }).failed).toBe(1);
});

test("a skipped test is named", () => {
  expect(countVitest({ testResults: [file("passed", ["pending"])] }).skipped).toEqual(["the pending one"]);
});

test("a browser test that passed only on retry counts as a failure", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 0 };
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 2, skipped: [] });
});

test("one failed browser test in a hundred, at least two, runs again alone, and the sum counts them", async () => {
  const usual = ["--grep-invert", "@deep"];
  const runs = async (...tallies: Tally[]) => {
    const asked: (readonly string[])[] = [];
    const tally = await inBrowser(async (args) => {
      asked.push(args);
      return tallies[asked.length - 1] ?? { passed: 0, failed: 1, skipped: [] };
    });
    return { tally, asked };
  };
  const result = (passed: number, failed: number, notRun = 0): Tally => ({
    passed,
    failed,
    skipped: Array.from({ length: notRun }, () => "a browser test"),
  });
  expect((await runs(result(9, 0))).asked).toEqual([usual]);
  const settled = await runs(result(8, 2), result(2, 0));
  expect(settled.asked).toEqual([usual, ["--last-failed", "--workers=1"]]);
  expect(settled.tally).toEqual({ passed: 10, failed: 0, skipped: [], onlyAlone: 2 });
  expect((await runs(result(8, 2), result(1, 1))).tally).toEqual(result(8, 2));
  // A failure in a serial file keeps its later tests from running: they run with it.
  expect((await runs(result(5, 1, 3), result(4, 0))).tally).toEqual({ ...result(9, 0), onlyAlone: 1 });
  expect((await runs(result(5, 1, 3), result(3, 0, 1))).tally).toEqual(result(5, 1, 3));
  // A second run that finds fewer tests proves nothing.
  expect((await runs(result(8, 2), result(1, 0))).tally).toEqual(result(8, 2));
  expect((await runs(result(7, 3))).asked).toEqual([usual]);
  expect((await runs(result(495, 5), result(5, 0))).tally).toEqual({ ...result(500, 0), onlyAlone: 5 });
  expect((await runs(result(494, 6))).asked).toEqual([usual]);
});

test("a run with a nonzero exit is never a success, whatever its report says", () => {
  const fine = { passed: 2, failed: 0, skipped: [] };
  expect(toTally(true, () => fine).failed).toBe(0);
  expect(toTally(false, () => fine).failed).toBe(1);
  expect(toTally(true, () => ({ passed: 0, failed: 0, skipped: [] })).failed).toBe(1);
  const unreadable = () => {
    throw new Error("no such file");
  };
  expect(toTally(true, unreadable)).toEqual({ passed: 0, failed: 1, skipped: [] });
});

test("without node_modules npm test fails and names the command to run", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bare-"));
  try {
    mkdirSync(path.join(folder, ".ci"));
    cpSync(path.join(root, "package.json"), path.join(folder, "package.json"));
    cpSync(path.join(root, ".ci/test.mjs"), path.join(folder, ".ci/test.mjs"));
    const ended = spawnSync(process.execPath, [path.join(folder, ".ci/test.mjs")], { encoding: "utf8" });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(/^Not installed: .+\. Run: npm ci\n$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
