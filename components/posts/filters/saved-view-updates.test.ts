import { expect, test } from "vitest";
import { exportName } from "./export-file-name.ts";
import { wholeView } from "#components/posts/posts-view.ts";
import { dropView, keepView, renameView } from "./saved-view-updates.ts";
import { lastOf } from "#components/posts/list/last-scheduled-time.ts";
import { cutWords, splitChannels } from "#components/posts/posts-view-labels.ts";

const failed = { id: "1", name: "Failures", query: "status=failed" };
const mine = { id: "2", name: "Mine", query: "" };

test("a view kept under a name that is taken takes its place, and no other is touched", () => {
  expect(keepView([failed, mine], "failures", "status=failed&size=50", "3")).toEqual([
    { id: "1", name: "failures", query: "status=failed&size=50" },
    mine,
  ]);
  expect(keepView([failed], "Mine", "", "2")).toEqual([failed, mine]);
});

test("a view is renamed and let go by itself", () => {
  expect(renameView([failed, mine], "2", "Ours")).toEqual([failed, { ...mine, name: "Ours" }]);
  expect(dropView([failed, mine], "1")).toEqual([mine]);
});

test("a channel that a view names and that is gone is counted, and said", () => {
  const here = { id: "a", platform: "x", username: "northwind", name: "Northwind", verified: true };
  const view = { ...wholeView, channels: ["a", "gone"], words: "region", from: "2026-11-02" };
  expect(splitChannels(view, [here])).toEqual({ known: [here], gone: 1 });
  expect(cutWords(view, [here])).toEqual([
    "“region”",
    "X, northwind",
    "a channel that is gone",
    "Since Mon 2 Nov 2026",
  ]);
});

test("a file of an export says what is in it and of which day it is", () => {
  const now = new Date("2026-11-21T23:59:00Z");
  expect(exportName(wholeView, "csv", now)).toBe("posts-2026-11-21.csv");
  expect(exportName({ ...wholeView, status: "failed", words: "x/../y" }, "json", now)).toBe(
    "posts-failed-filtered-2026-11-21.json",
  );
});

test("the last of several that are moved keeps its distance to the first", () => {
  const times = ["2026-11-24T09:00:00Z", "2026-11-22T09:00:00Z", null].map((scheduled_for) => ({ scheduled_for }));
  expect(lastOf(times, new Date("2026-12-01T08:00:00Z"))?.toISOString()).toBe("2026-12-03T08:00:00.000Z");
  expect(lastOf(times.slice(1), new Date())).toBeNull();
});
