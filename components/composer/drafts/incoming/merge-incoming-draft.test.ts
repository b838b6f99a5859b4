import { expect, test } from "vitest";
import { chooseStartChannels } from "./merge-incoming-draft.ts";

const practice = ["a", "b"].map((id) => ({ id, practice: true }));
const nothing = { requestedIds: [], lastIds: [], hasText: false };

test("a new post starts with the requested channels, else those of the last post, else the only one", () => {
  expect(chooseStartChannels(practice, { requestedIds: ["b"], lastIds: ["a"], hasText: true })).toEqual(["b"]);
  expect(chooseStartChannels(practice, { ...nothing, lastIds: ["a"] })).toEqual(["a"]);
  expect(chooseStartChannels([{ id: "real" }], nothing)).toEqual(["real"]);
  expect(chooseStartChannels(practice, nothing)).toEqual([]);
});

test("a text from elsewhere starts with all practice channels, and never with real ones that nobody chose", () => {
  expect(chooseStartChannels(practice, { ...nothing, hasText: true })).toEqual(["a", "b"]);
  expect(chooseStartChannels([...practice, { id: "real" }], { ...nothing, hasText: true })).toEqual([]);
});
