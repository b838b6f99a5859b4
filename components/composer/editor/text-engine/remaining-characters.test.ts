import { expect, test } from "vitest";
import { formatRemainingLimit } from "#components/preview/remaining-limit.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { computeRemaining, findExcess } from "./remaining-characters.ts";
import { planParts } from "./text-engine.ts";

const rules = (slug: string) => getPlatformRules(slug) ?? expect.fail(slug);
const roomFor = (texts: string[], slug: string) => computeRemaining(planParts(texts, rules(slug)), rules(slug));
const placeFor = (texts: string[], slug: string) => findExcess(texts, planParts(texts, rules(slug)), rules(slug));

test("the fullest part determines what remains", () => {
  expect(roomFor(["a".repeat(100), "a".repeat(200)], "x")).toEqual({ type: "fits", left: 80 });
  expect(roomFor(["a".repeat(260), "a"], "x")).toEqual({ type: "near", left: 20 });
  expect(roomFor(["a".repeat(290), "a"], "x")).toEqual({ type: "over", over: 10, unit: "characters" });
  expect(roomFor(["👨‍👩‍👧‍👦".repeat(121)], "bluesky")).toEqual({ type: "over", over: 25, unit: "bytes" });
});

test("the remaining characters belong to the part, the only part or the joined text", () => {
  expect(placeFor(["a", "b".repeat(290)], "x")).toEqual({ part: 1, at: 280 });
  expect(placeFor(["b".repeat(301)], "bluesky")).toEqual({ part: 0, at: 300 });
  expect(placeFor(["a".repeat(2000), "b".repeat(2000)], "linkedin")).toEqual({ part: 1, at: 998 });
  expect(placeFor(["fits"], "x")).toBeNull();
});

test("Threads allows five links, each counted once and bare domains not; parts with fewer are sent one by one", () => {
  const link = (at: number) => `https://example.com/${at}`;
  const links = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => link(from + at)).join(" ");
  const five = `${links(0, 5)} ${links(0, 5)} example.org example.net`;
  expect(roomFor([five], "threads")).toMatchObject({ type: "fits" });
  expect(placeFor([five], "threads")).toBeNull();
  const six = `${five} ${link(5)}`;
  expect(roomFor([six], "threads")).toEqual({ type: "over", over: 1, unit: "links" });
  expect(formatRemainingLimit({ type: "over", over: 1, unit: "links" })).toBe("1 link over");
  expect(placeFor([six], "threads")).toEqual({ part: 0, at: five.length + 1 });
  expect(placeFor(["a", six], "threads")).toEqual({ part: 1, at: five.length + 1 });
  expect(planParts([links(0, 4), links(4, 8)], rules("threads"))).toMatchObject({ delivery: "thread" });
  expect(planParts([links(0, 2), links(1, 5)], rules("threads"))).toMatchObject({ delivery: "joined" });
  expect(roomFor([six], "mastodon")).toMatchObject({ type: "fits" });
});

test("Instagram needs an image and allows 30 hashtags, and the caret goes to the 31st", () => {
  const plan = (text: string, count: number) => planParts([text], rules("instagram"), [{ count, animated: false }]);
  const room = (text: string, count: number) => computeRemaining(plan(text, count), rules("instagram"));
  const tags = Array.from({ length: 31 }, () => "#same").join(" ");
  expect(room("Caption", 1)).toMatchObject({ type: "fits" });
  expect(room("Caption", 0)).toEqual({ type: "over", over: 1, unit: "images" });
  expect(formatRemainingLimit({ type: "over", over: 1, unit: "images" })).toBe("Image needed");
  expect(room(tags, 1)).toEqual({ type: "over", over: 1, unit: "hashtags" });
  expect(formatRemainingLimit({ type: "over", over: 1, unit: "hashtags" })).toBe("1 hashtag over");
  expect(findExcess([tags], plan(tags, 1), rules("instagram"))).toEqual({ part: 0, at: tags.lastIndexOf("#") });
});
