import { expect, test } from "vitest";
import { compareRuns, computeStatistics, expectAtLeast, expectAtMost, percentile } from "./measurement.ts";

const silent = () => {};
const giving = (values: number[]) => async () => values.shift() ?? Number.NaN;

test("a comparison alternates between yardstick and subject", async () => {
  const order: string[] = [];
  const note = (name: string, value: number) => async () => {
    order.push(name);
    return value;
  };
  const found = await compareRuns(note("A", 10), note("B", 20), silent);
  expect(order.join("")).toBe("ABABABABAB");
  expect(found.ratio).toBe(2);
});

test("a yardstick that varies by more than 15 %, or more than the bench's own limit, is rejected", async () => {
  await expect(compareRuns(giving([100, 100, 100, 100, 116]), giving([1, 1, 1, 1, 1]), silent)).rejects.toThrow(
    /too busy/,
  );
  const steady = await compareRuns(giving([100, 100, 100, 100, 114]), giving([50, 51, 49, 50, 50]), silent);
  expect(steady.ratio).toBe(0.5);
  const wide = await compareRuns(giving([100, 100, 100, 100, 150]), giving([50, 51, 49, 50, 50]), silent, {
    limit: 0.6,
  });
  expect(wide.ratio).toBe(0.5);
});

test("the median of an even count is the mean of the two middle values", () => {
  expect(computeStatistics([3, 1, 2]).median).toBe(2);
  expect(computeStatistics([4, 1, 2, 3]).median).toBe(2.5);
  expect(() => computeStatistics([])).toThrow();
});

test("p99 of a hundred values is the ninety-ninth", () => {
  const values = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(percentile(values, 0.99)).toBe(99);
  expect(percentile([7], 0.99)).toBe(7);
});

test("a figure over its budget fails", () => {
  expect(expectAtMost("size", 1.21, 1.2).ok).toBe(false);
  expect(expectAtMost("size", 1.2, 1.2).ok).toBe(true);
  expect(expectAtLeast("speed", 0.59, 0.6).ok).toBe(false);
  expect(expectAtMost("nothing", Number.NaN, 1).ok).toBe(false);
});
