import { expect, test } from "vitest";
import { getFirstTime, getLastTimeAfterReschedule } from "./reschedule-times.ts";

const at = (...times: (string | null)[]) => times.map((scheduled_for) => ({ scheduled_for }));

test("the last of several moved posts keeps its distance to the first", () => {
  const posts = at("2026-11-24T09:00:00Z", "2026-11-22T09:00:00Z", null);
  expect(getLastTimeAfterReschedule(posts, new Date("2026-12-01T08:00:00Z"))?.toISOString()).toBe(
    "2026-12-03T08:00:00.000Z",
  );
  expect(getLastTimeAfterReschedule(posts.slice(1), new Date())).toBeNull();
});

test("posts of one time have no last one", () => {
  expect(getLastTimeAfterReschedule(at("2027-01-14T08:00:00Z", "2027-01-14T08:00:00Z"), new Date())).toBeNull();
});

test("a new time starts at the first post's own, unless a post has none or it has passed", () => {
  const now = new Date("2026-11-26T10:00:00Z");
  const posts = at("2027-01-15T08:00:00Z", "2027-01-14T08:00:00Z");
  expect(getFirstTime(posts, now)?.toISOString()).toBe("2027-01-14T08:00:00.000Z");
  expect(getFirstTime([...posts, ...at(null)], now)).toBeNull();
  expect(getFirstTime(at("2026-11-26T09:00:00Z"), now)).toBeNull();
  expect(getFirstTime([], now)).toBeNull();
});
