import { expect, test } from "vitest";
import { formatActiveFilters, splitKnownChannels } from "#components/posts/posts-filter-labels.ts";
import { defaultPostsView } from "#components/posts/posts-view.ts";
import { getExportFileName } from "./export-file-name.ts";
import { addSavedView, removeSavedView, renameSavedView } from "./saved-view-updates.ts";

const failed = { id: "1", name: "Failures", query: "status=failed" };
const mine = { id: "2", name: "Mine", query: "" };

test("a view saved under an existing name replaces it and no other", () => {
  expect(addSavedView([failed, mine], "failures", "status=failed&size=50", "3")).toEqual([
    { id: "1", name: "failures", query: "status=failed&size=50" },
    mine,
  ]);
  expect(addSavedView([failed], "Mine", "", "2")).toEqual([failed, mine]);
});

test("renaming or deleting a view changes only that view", () => {
  expect(renameSavedView([failed, mine], "2", "Ours")).toEqual([failed, { ...mine, name: "Ours" }]);
  expect(removeSavedView([failed, mine], "1")).toEqual([mine]);
});

test("an unavailable channel of a view is counted and shown among the filters", () => {
  const here = { id: "a", platform: "x", username: "northwind", name: "Northwind", verified: true };
  const view = { ...defaultPostsView, channels: ["a", "gone"], text: "region", from: "2026-11-02" };
  expect(splitKnownChannels(view, [here])).toEqual({ available: [here], unavailableCount: 1 });
  expect(formatActiveFilters(view, [here])).toEqual([
    "“region”",
    "X, Northwind",
    "an unavailable channel",
    "Since Mon 2 Nov 2026",
  ]);
});

test("an export's file name says what it contains and its day", () => {
  const now = new Date("2026-11-21T23:59:00Z");
  expect(getExportFileName(defaultPostsView, "csv", now)).toBe("posts-2026-11-21.csv");
  expect(getExportFileName({ ...defaultPostsView, status: "failed", text: "x/../y" }, "json", now)).toBe(
    "posts-failed-filtered-2026-11-21.json",
  );
});
