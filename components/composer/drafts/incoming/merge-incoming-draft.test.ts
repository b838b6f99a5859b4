import { expect, test } from "vitest";
import { chooseStartChannels } from "./merge-incoming-draft.ts";

const practice = ["a", "b"].map((id) => ({ id, practice: true }));

test("a new post starts with the requested channels, else those of the last post, else the only one", () => {
  expect(chooseStartChannels(practice, ["b"], ["a"], true)).toEqual(["b"]);
  expect(chooseStartChannels(practice, [], ["a"], false)).toEqual(["a"]);
  expect(chooseStartChannels([{ id: "real" }], [], [], false)).toEqual(["real"]);
  expect(chooseStartChannels(practice, [], [], false)).toEqual([]);
});

test("a text from elsewhere starts with all practice channels, and never with real ones that nobody chose", () => {
  expect(chooseStartChannels(practice, [], [], true)).toEqual(["a", "b"]);
  expect(chooseStartChannels([...practice, { id: "real" }], [], [], true)).toEqual([]);
});
