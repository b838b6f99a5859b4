import { expect, test } from "vitest";
import { addRecentSet, listChannelSets, parseChannelSets, parseRecentSets } from "./stored-channel-sets.ts";

test("the choice used last comes first, each once, five in all; one channel is none", () => {
  let text: string | null = null;
  for (const ids of [["a", "b"], ["c", "d"], ["b", "a"], ["a"]]) text = addRecentSet(text, ids);
  expect(parseRecentSets(text)).toEqual([
    ["b", "a"],
    ["c", "d"],
  ]);
  for (let n = 0; n < 9; n += 1) text = addRecentSet(text, ["a", `${n}`]);
  expect(parseRecentSets(text)).toHaveLength(5);
});

test.each([null, "", "7", "{", '[1, ["a", 2], [], {"id": "x"}]'])("what somebody else left is nothing: %j", (text) => {
  expect(parseRecentSets(text)).toEqual([]);
  expect(parseChannelSets(text)).toEqual([]);
});

test("a set is shown without channels that are gone, and a recent choice that is a set is not shown twice", () => {
  const sets = [{ id: "1", name: "Launch", channel_ids: ["a", "b", "gone"] }];
  const known = new Set(["a", "b", "c"]);
  expect(
    listChannelSets(
      sets,
      [
        ["b", "a"],
        ["a", "c", "gone"],
        ["c", "gone"],
      ],
      known,
    ),
  ).toEqual({
    saved: [{ id: "1", name: "Launch", channelIds: ["a", "b"] }],
    recent: [["a", "c"]],
  });
});
