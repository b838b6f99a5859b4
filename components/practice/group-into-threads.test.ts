import { expect, test } from "vitest";
import { groupIntoThreads } from "./group-into-threads.ts";

const item = (thread: string, part: number) => ({
  id: `${thread}${part}`,
  url: "",
  thread,
  part,
  text: "",
  images: [],
  published_at: "2026-11-21T10:00:00Z",
});

test("a timeline shows threads, the newest first, each from its first part", () => {
  const threads = groupIntoThreads([item("b", 2), item("b", 1), item("a", 3), item("a", 2), item("a", 1)]);
  expect(threads.map(({ id, items }) => [id, items.map((one) => one.part)])).toEqual([
    ["b", [1, 2]],
    ["a", [1, 2, 3]],
  ]);
});
