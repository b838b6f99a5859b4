import { expect, test } from "vitest";
import { listSnoozeTimes } from "./snooze-times.ts";

const list = (now: string, zone: string) =>
  listSnoozeTimes(new Date(now), zone).map(({ label, until }) => [label, until.toISOString()]);

test("a snooze ends at nine in the reader's morning, also across a change of clocks", () => {
  expect(list("2026-11-25T22:30:00Z", "Europe/Berlin")).toEqual([
    ["Tomorrow", "2026-11-26T08:00:00.000Z"],
    ["In 3 days", "2026-11-28T08:00:00.000Z"],
    ["Next week", "2026-11-30T08:00:00.000Z"],
  ]);
  // Berlin is on the 26th already.
  expect(list("2026-11-25T23:30:00Z", "Europe/Berlin")[0]).toEqual(["Tomorrow", "2026-11-27T08:00:00.000Z"]);
  expect(list("2027-03-26T10:00:00Z", "Europe/Berlin")[1]).toEqual(["In 3 days", "2027-03-29T07:00:00.000Z"]);
});

test("on a Monday, next week is the Monday after", () => {
  expect(list("2026-11-23T10:00:00Z", "Europe/Berlin")[2]).toEqual(["Next week", "2026-11-30T08:00:00.000Z"]);
});
