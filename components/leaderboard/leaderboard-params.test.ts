import { expect, test } from "vitest";
import { formatPeriod, getLeaderboardPath, parseLeaderboardParams } from "./leaderboard-params.ts";

const now = new Date("2026-11-21T10:00:00Z");
const channel = "019a6f00-0000-7000-8000-0000000000c1";

test("a leaderboard URL returns the view it was made from", () => {
  for (const address of [
    "/leaderboard",
    "/leaderboard?period=week",
    `/leaderboard?period=month&channel=${channel}&q=Ada&page=3`,
    "/leaderboard?period=range&from=2026-01-01&to=2026-02-01",
  ]) {
    const search = Object.fromEntries(new URLSearchParams(address.split("?")[1] ?? ""));
    expect(getLeaderboardPath(parseLeaderboardParams(search, now))).toBe(address);
  }
});

test("an invalid URL shows the all-time leaderboard, a range without days the last thirty", () => {
  const odd = { period: "year", page: "-4", channel: "x", q: ["a", "b"], from: "soon", to: "2026-13-40" };
  expect(parseLeaderboardParams(odd, now)).toEqual({
    period: "all",
    from: null,
    to: null,
    channel: null,
    q: "a",
    page: 1,
  });
  expect(parseLeaderboardParams({ period: "range", from: "2026-05-02", to: "2026-05-01" }, now)).toMatchObject({
    from: "2026-10-23",
    to: "2026-11-21",
  });
});

test("a member without points sees which leaderboard it is", () => {
  const view = parseLeaderboardParams({ period: "week", channel }, now);
  expect([formatPeriod(view), formatPeriod(parseLeaderboardParams({}, now))]).toEqual([
    "this week on this channel",
    "yet",
  ]);
});
