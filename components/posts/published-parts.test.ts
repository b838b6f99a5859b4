import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { countPublishedParts, formatPublishedParts } from "./published-parts.ts";

test("a partially published thread says how many of its current parts are published", () => {
  const parts = ["sent", "sent", "waiting"].map((state, at) => ({ part: at + 1, state, url: null, at: null }));
  const half = {
    status: "failed",
    channel: "x",
    delivery: "thread",
    progress: parts,
    posts: ["1", "2", "3", "4", "5"].map((text) => ({ text })),
    failure: { cause: "rejected", part: 3 },
  } as unknown as Post;
  expect(countPublishedParts(half)).toEqual({ published: 2, total: 5, next: 3, label: "2 of 5 published" });
  expect(formatPublishedParts(half)).toBe("2 of 5 published · part 3: X rejected it");
  expect(countPublishedParts({ ...half, progress: parts.slice(2) } as unknown as Post)).toBeNull();
  expect(countPublishedParts({ ...half, status: "published" })).toBeNull();
});
