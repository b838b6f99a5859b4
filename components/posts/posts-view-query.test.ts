import { expect, test } from "vitest";
import { defaultPostsView } from "./posts-view.ts";
import { toPostFilter, toPostQuery } from "./posts-view-query.ts";

const now = new Date("2026-11-21T23:30:00Z");

test("days are in the member's zone, the last one to its end, also at clock changes", () => {
  const week = { ...defaultPostsView, from: "2026-10-24", to: "2026-10-25" };
  expect(toPostFilter(week, "Europe/Berlin", now)).toEqual({
    time: "created",
    from: "2026-10-23T22:00:00.000Z",
    // Clocks were set back that night.
    to: "2026-10-25T23:00:00.000Z",
  });
});

test("today is today in the member's zone", () => {
  const today = { ...defaultPostsView, span: "today" as const };
  expect(toPostFilter(today, "UTC", now).from).toBe("2026-11-21T00:00:00.000Z");
  expect(toPostFilter(today, "Europe/Berlin", now).from).toBe("2026-11-21T23:00:00.000Z");
});

test("the last seven days end with today and the next seven begin with it", () => {
  const last = toPostFilter({ ...defaultPostsView, span: "last7" }, "UTC", now);
  expect([last.from, last.to]).toEqual(["2026-11-15T00:00:00.000Z", "2026-11-22T00:00:00.000Z"]);
  const next = toPostFilter({ ...defaultPostsView, span: "next7", time: "scheduled" }, "UTC", now);
  expect([next.time, next.from, next.to]).toEqual([
    "scheduled",
    "2026-11-21T00:00:00.000Z",
    "2026-11-28T00:00:00.000Z",
  ]);
});

test("a service with only the document's API gets status, size and skip if nothing else is chosen", () => {
  expect(toPostQuery({ ...defaultPostsView, status: "failed", page: 3 }, "UTC", now)).toEqual({
    status: ["failed"],
    limit: 20,
    offset: 40,
  });
});

test("every filter of a view reaches the service", () => {
  const view = {
    ...defaultPostsView,
    deleted: true,
    channels: ["a", "b"],
    text: "region",
    member: "all",
    sort: "published" as const,
    order: "asc" as const,
    size: 100 as const,
    page: 2,
  };
  expect(toPostQuery(view, "UTC", now)).toEqual({
    deleted: "true",
    channel: ["a", "b"],
    q: "region",
    member: "all",
    sort: "published",
    order: "asc",
    limit: 100,
    offset: 100,
  });
});
