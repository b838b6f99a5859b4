import { expect, test } from "vitest";
import { addRecentSet, parseChannelSets, parseRecentSets, toChannelSetChoices } from "./stored-channel-sets.ts";

test("the last choice is first, each is listed once, five in all; a single channel is not listed", () => {
  let text: string | null = null;
  for (const ids of [["a", "b"], ["c", "d"], ["b", "a"], ["a"]]) text = addRecentSet(text, ids);
  expect(parseRecentSets(text)).toEqual([
    ["b", "a"],
    ["c", "d"],
  ]);
  for (let n = 0; n < 9; n += 1) text = addRecentSet(text, ["a", `${n}`]);
  expect(parseRecentSets(text)).toHaveLength(5);
});

test.each([null, "", "7", "{", '[1, ["a", 2], [], {"id": "x"}]'])("an invalid stored value is ignored: %j", (text) => {
  expect(parseRecentSets(text)).toEqual([]);
  expect(parseChannelSets(text)).toEqual([]);
});

test("a set is shown without missing channels, and a recent choice equal to a set is hidden", () => {
  const sets = [{ id: "1", name: "Launch", channel_ids: ["a", "b", "gone"] }];
  const known = new Set(["a", "b", "c"]);
  expect(
    toChannelSetChoices(
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
