import { expect, test } from "vitest";
import { getLookupDelayMs, getRetryDelayMs, maxAttempts, parseRetryAfter } from "./retry-schedule.ts";

const attempts = Array.from({ length: maxAttempts }, (_, index) => index + 1);

test("eight attempts are spread over about an hour, then delivery gives up", () => {
  const gaps = (chance: number) => attempts.map((made) => getRetryDelayMs(made, chance, null));
  expect(gaps(0.5).at(-1)).toBeNull();
  const sum = (chance: number) => gaps(chance).reduce<number>((total, ms) => total + (ms ?? 0), 0);
  expect(sum(0.5) / 60_000).toBeGreaterThan(45);
  expect(sum(0.5) / 60_000).toBeLessThan(70);
  expect(sum(1) / 60_000).toBeLessThan(120);
  expect(gaps(0)[0]).toBeGreaterThanOrEqual(1_000);
});

test("a platform's wait is the minimum delay, and a day the maximum", () => {
  expect(getRetryDelayMs(1, 0.5, 120_000)).toBe(120_000);
  expect(getRetryDelayMs(7, 1, 1_000)).toBeGreaterThan(1_000);
  expect(getRetryDelayMs(1, 0.5, 1e15)).toBe(24 * 3_600_000);
  for (const nonsense of [Number.NaN, -5, 0, Number.POSITIVE_INFINITY]) {
    expect(getRetryDelayMs(1, 0, nonsense)).toBe(1_000);
  }
});

test.for([
  ["120", 120_000],
  ["Sat, 21 Nov 2026 10:01:00 GMT", 60_000],
  ["Sat, 21 Nov 2026 09:00:00 GMT", null],
  ["1000000000", 24 * 3_600_000],
  ["soon", null],
  ["-5", null],
  ["1e3", null],
  ["", null],
  [null, null],
] as const)("Retry-After %j is read as %j ms", ([header, ms]) => {
  expect(parseRetryAfter(header, new Date("2026-11-21T10:00:00Z"))).toBe(ms);
});

test("a part that was not found is looked up again after a minute, and when its absence counts", () => {
  expect(getLookupDelayMs(0, 300_000)).toBe(60_000);
  expect(getLookupDelayMs(60_000, 300_000)).toBe(240_000);
  expect(getLookupDelayMs(0, 60_000)).toBe(60_000);
  expect(getLookupDelayMs(10_000, 30_000)).toBe(20_000);
});
