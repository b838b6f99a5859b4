import { expect, test } from "vitest";
import { getPollMs } from "./poll-interval.ts";

/** Counts the reads of a post that stays in progress. */
function countReads(name: string, untilMs: number): number {
  let reads = 0;
  for (let atMs = 0; atMs < untilMs; reads += 1) atMs += getPollMs(name, atMs);
  return reads;
}

test("a post on its way is read within 2 s at first, at most 20 times in its first minute and 90 in its first hour", () => {
  expect(getPollMs("a", 0)).toBeLessThan(2_000);
  expect(countReads("b", 60_000)).toBeLessThanOrEqual(20);
  expect(countReads("c", 3_600_000)).toBeLessThanOrEqual(90);
});

test("a new phase of the same post is read quickly again", () => {
  getPollMs("d publishing", 0);
  expect(getPollMs("d publishing", 300_000)).toBe(60_000);
  expect(getPollMs("d scheduled", 300_000)).toBe(1_500);
});
