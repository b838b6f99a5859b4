import { expect, test } from "vitest";
import { findMonths } from "./month-search.ts";

const today = "2026-11-21";
const labels = (words: string) => findMonths(words, today).map(({ label }) => label);

test("a month's name or prefix means its next occurrence, including this month", () => {
  expect(labels("nov")).toEqual(["November 2026"]);
  expect(labels("December")).toEqual(["December 2026"]);
  expect(labels("ma")).toEqual(["March 2027", "May 2027"]);
  expect(findMonths("june", today)).toEqual([{ month: "2027-06", label: "June 2027" }]);
});

test("a year, a number or a word selects the year", () => {
  expect(labels("mar 2028")).toEqual(["March 2028"]);
  expect(labels("2027-3")).toEqual(["March 2027"]);
  expect(labels("  next   month ")).toEqual(["December 2026"]);
  expect(findMonths("next month", "2026-12-31")).toEqual([{ month: "2027-01", label: "January 2027" }]);
  expect(findMonths("last month", "2026-01-01")).toEqual([{ month: "2025-12", label: "December 2025" }]);
});

test("text that names no month finds none", () => {
  for (const words of ["", "m", "mars", "2027-13", "2027-00", "march 1999", "march 2099", "9999-01", "(", "jan feb"]) {
    expect([words, labels(words)]).toEqual([words, []]);
  }
});
