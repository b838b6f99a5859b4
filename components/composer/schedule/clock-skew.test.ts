import { expect, test } from "vitest";
import { computeClockSkew, formatClockSkew } from "./clock-skew.ts";

const said = "Mon, 01 Mar 2027 12:00:00 GMT";
const atMs = Date.parse(said);

test("the clock is compared with the middle of the request, and a small or unknown skew is ignored", () => {
  const hourMs = 3_600_000;
  expect(computeClockSkew(said, atMs + 2 * hourMs, atMs + 2 * hourMs + 1_000)).toBe(2 * hourMs);
  expect(computeClockSkew(said, atMs - 2 * hourMs, atMs - 2 * hourMs + 1_000)).toBe(-2 * hourMs);
  expect(computeClockSkew(said, atMs + 60_000, atMs + 61_000)).toBe(0);
  // An answer that took minutes is too inexact.
  expect(computeClockSkew(said, atMs, atMs + 300_000)).toBe(0);
  for (const none of [null, "", "soon"]) expect(computeClockSkew(none, atMs + hourMs, atMs + hourMs)).toBe(0);
});

test("the skew is shown in one unit", () => {
  expect(formatClockSkew(0)).toBeNull();
  expect(formatClockSkew(2 * 3_600_000)).toBe(
    "This device's clock is about 2 hours ahead. Times here use the server's clock.",
  );
  expect(formatClockSkew(-5 * 60_000)).toMatch(/about 5 minutes behind/);
  expect(formatClockSkew(3 * 86_400_000)).toMatch(/about 3 days ahead/);
});
