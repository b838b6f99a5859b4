import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CalendarEntry, DraftSummary, Post } from "#lib/contract/types.ts";
import { calendarViews, listDaysOfView } from "#lib/time/calendar-views.ts";
import { listDays } from "#lib/time/days.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import {
  applyPlacements,
  type EntryPlacements,
  getEntryStatus,
  groupEntriesByDay,
  groupPostsIntoEntries,
  hasTextVariants,
  listUnscheduledDrafts,
} from "./calendar-entries.ts";
import { countActiveFilters, getCalendarPath, getComposePath, parseCalendarParams } from "./calendar-params.ts";
import { getEntryActions } from "./dialogs/calendar-menu-items.tsx";
import { formatEntrySummary } from "./entry-labels.ts";

const berlin = "Europe/Berlin";
const now = new Date("2026-11-21T12:00Z");
const post = (id: string, status: CalendarEntry["posts"][number]["status"] = "scheduled", version = 1) => ({
  id,
  status,
  version,
  channel_id: `c-${id}`,
  channel: "x",
});
const entry = (id: string, at: string, posts = [post(id)]): CalendarEntry => ({
  submission_id: `s-${id}`,
  at,
  text: id,
  parts: 1,
  images: 0,
  posts,
  member: { id: "me", name: "Me" },
});

describe("text overrides in the calendar", () => {
  const [common, variant] = [post("a"), { ...post("b"), text: "For one alone" }];
  const both = entry("s", "2026-12-01T09:00:00.000Z", [common, variant]);

  test("are marked and named by channel, also for a single channel", () => {
    const [merged] = applyPlacements([both], new Map());
    expect(merged && [hasTextVariants(merged), formatEntrySummary(merged, false)]).toEqual([
      true,
      "Scheduled, X, custom text: ",
    ]);
    const laterMs = Date.parse("2026-12-02T09:00:00Z");
    const separate = applyPlacements([both], new Map([["b", { atMs: laterMs, version: 1 }]]));
    expect(separate.map((one) => [one.text, hasTextVariants(one)])).toEqual([
      ["s", false],
      ["For one alone", false],
    ]);
    const together: EntryPlacements = new Map(["a", "b"].map((id) => [id, { atMs: laterMs, version: 1 }]));
    const [moved] = applyPlacements([both], together);
    expect(moved?.posts.map(({ text }) => text)).toEqual(["s", "For one alone"]);
    expect(moved && hasTextVariants(moved)).toBe(true);
  });

  test("are found in posts by all their parts if the service has no calendar", () => {
    const written = (id: string, ...texts: string[]): Post => ({
      id,
      submission_id: "s",
      channel: "x",
      channel_id: `c-${id}`,
      status: "draft",
      version: 1,
      posts: texts.map((text) => ({ text })),
      published_urls: [],
      scheduled_for: null,
      published_at: null,
      error: null,
      created_at: "2026-11-20T09:00:00Z",
      updated_at: "2026-11-20T09:00:00Z",
    });
    const posts = [written("a", "One", "Two"), written("b", "One", "Two"), written("c", "One", "Two, but not here")];
    const [found] = groupPostsIntoEntries(posts);
    expect(found?.posts.map(({ text }) => text)).toEqual([undefined, undefined, "One"]);
    expect(found && hasTextVariants(found)).toBe(true);
    expect(groupPostsIntoEntries(posts.slice(0, 2)).map(hasTextVariants)).toEqual([false]);
  });
});

describe("the calendar URL", () => {
  test("keeps view and filters", () => {
    const search = {
      view: "week",
      date: "2027-03-28",
      status: ["failed", "scheduled"],
      channel: ["a", "b"],
      member: "all",
      q: "release",
    };
    const params = parseCalendarParams(search, "2026-11-21");
    expect(params).toMatchObject({
      view: "week",
      day: "2027-03-28",
      channelIds: ["a", "b"],
      member: "all",
      text: "release",
    });
    expect(countActiveFilters(params, { id: "me" })).toBe(3);
    expect(countActiveFilters({ ...params, member: "other" }, { id: "me" })).toBe(4);
    const query = new URLSearchParams(getCalendarPath(params, "2026-11-21").split("?")[1]);
    const parsedQuery = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
    expect(parseCalendarParams(parsedQuery, "2026-11-21")).toEqual(params);
    expect(getCalendarPath(parseCalendarParams({}, "2026-11-21"), "2026-11-21")).toBe("/calendar");
    expect(getComposePath(now, ["a"])).toBe("/compose?new&at=2026-11-21T12%3A00%3A00.000Z&channel=a");
  });

  test("opens the current month without filters if it can't be parsed", () => {
    for (const search of [
      { date: "2026-13-01" },
      { date: "9999-12-31" },
      { date: "0000-00-00" },
      { date: ["nonsense", "2026-01-01"] },
      { view: "century", status: "lost" },
      { status: "draft", zone: "Mars/Base", member: "", q: "  " },
    ]) {
      expect(getCalendarPath(parseCalendarParams(search, "2026-11-21"), "2026-11-21")).toBe("/calendar");
    }
  });

  test("always parses to a valid view", () => {
    const word = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    fc.assert(
      fc.property(
        fc.record({ view: word, date: word, status: word, channel: word, member: word, q: word }),
        (search) => {
          const params = parseCalendarParams(search, "2026-11-21");
          expect(calendarViews).toContain(params.view);
          expect(createZonedDayRange(listDaysOfView(params.view, params.day, 1), berlin).days).toContain(params.day);
        },
      ),
    );
  });
});

describe("drafts in the tray", () => {
  const draft = (id: string, more: Partial<DraftSummary>): DraftSummary => ({
    id,
    kind: "draft",
    version: 0,
    name: null,
    words: id,
    parts: 1,
    images: 0,
    channels: [],
    when: null,
    post: null,
    posts: [],
    created_at: "2026-11-20T09:00:00Z",
    updated_at: "2026-11-20T09:00:00Z",
    ...more,
  });
  const draftPost = (id: string, words: string) => ({ id, channel_id: `c-${id}`, channel: "x", version: 1, words });

  test("are scheduled there only if they are posts that nobody edits; others open in the composer", () => {
    const saved = draft("saved", { posts: [draftPost("a", "One"), draftPost("b", "Two")] });
    const edited = draft("edited", { version: 2, post: "c", posts: [draftPost("c", "Three")] });
    const text = draft("text", { version: 1, name: "Named", channels: ["c-x"] });
    const tray = listUnscheduledDrafts([saved, edited, text], [], new Map());
    expect(tray.map(({ text: title, path, posts }) => [title, path, posts.map((one) => one.text)])).toEqual([
      ["saved", undefined, [undefined, "Two"]],
      ["edited", "/compose?draft=edited", []],
      ["Named", "/compose?draft=text", []],
    ]);
    expect(tray.map(({ channelIds }) => channelIds)).toEqual([undefined, [], ["c-x"]]);
  });

  test("leave the tray as a recent move schedules their posts", () => {
    const saved = draft("saved", { posts: [draftPost("a", "One")] });
    const moved: EntryPlacements = new Map([["a", { atMs: 1, version: 1 }]]);
    expect(listUnscheduledDrafts([saved], [], moved)).toEqual([]);
  });
});

describe("entries", () => {
  const snapshot = [entry("a", "2026-11-24T08:00:00.000Z", [post("a1"), post("a2")])];

  test("stay where they were moved until the service reports a newer version", () => {
    const atMs = Date.parse("2026-11-25T08:00:00.000Z");
    const placements: EntryPlacements = new Map([["a1", { atMs, version: 1 }]]);
    expect(applyPlacements(snapshot, placements).map(({ at, posts }) => [at, posts.map(({ id }) => id)])).toEqual([
      ["2026-11-24T08:00:00.000Z", ["a2"]],
      ["2026-11-25T08:00:00.000Z", ["a1"]],
    ]);
    const newer = [entry("a", "2026-11-26T08:00:00.000Z", [post("a1", "scheduled", 2)])];
    expect(applyPlacements(newer, placements).map(({ at }) => at)).toEqual(["2026-11-26T08:00:00.000Z"]);
    const gone: EntryPlacements = new Map([
      ["a1", { atMs: null, version: 1 }],
      ["a2", { atMs: null, version: 1 }],
    ]);
    expect(applyPlacements(snapshot, gone)).toEqual([]);
    expect(listUnscheduledDrafts([], snapshot, gone).map(({ posts }) => posts.length)).toEqual([2]);
  });

  test("belong to the day in the zone's wall time", () => {
    const range = createZonedDayRange(listDays("2026-11-24", 3), "Pacific/Auckland");
    const shown = applyPlacements(
      [entry("late", "2026-11-24T11:30:00.000Z"), entry("out", "2027-01-01T00:00:00.000Z")],
      new Map(),
    );
    expect([...groupEntriesByDay(shown, range).keys()]).toEqual(["2026-11-25"]);
  });

  test("show the status that most needs a person", () => {
    expect(getEntryStatus([post("a", "published"), post("b", "failed"), post("c", "publishing")])).toBe("failed");
    expect(getEntryStatus([post("a", "canceled"), post("b", "scheduled")])).toBe("scheduled");
  });
});

test("the menu offers exactly what the post's state, its author and the service allow", () => {
  const abilities = {
    move: true,
    replaces: false,
    remove: true,
    submissions: true,
    write: true,
    manage: false,
    notes: true,
    feed: true,
    range: true,
  };
  const acts = (status: CalendarEntry["posts"][number]["status"], canChange = true, can = abilities) =>
    getEntryActions({ posts: [post("a", status)], canChange, isDraft: status === "draft", abilities: can });
  expect(acts("scheduled")).toEqual(["open", "edit", "move", "publish", "draft", "cancel", "duplicate", "delete"]);
  expect(acts("draft")).toEqual(["open", "edit", "move", "publish", "duplicate", "delete"]);
  const held = { ...post("a", "scheduled"), hold: {} } as CalendarEntry["posts"][number];
  const heldActions = getEntryActions({ posts: [held], canChange: true, isDraft: false, abilities });
  expect(heldActions).toEqual(acts("scheduled").filter((action) => action !== "publish"));
  expect(getEntryStatus([held, post("b", "scheduled")])).toBe("on_hold");
  expect(acts("publishing")).toEqual(["open", "duplicate"]);
  expect(acts("published")).toEqual(["open", "duplicate", "delete"]);
  expect(acts("failed")).toEqual(["open", "edit", "retry", "draft", "duplicate", "delete"]);
  expect(acts("scheduled", false)).toEqual(["open"]);
  expect(acts("scheduled", true, { ...abilities, move: false, remove: false })).toEqual(["open", "duplicate"]);
});
