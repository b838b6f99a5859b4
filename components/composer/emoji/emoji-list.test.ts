import { expect, test } from "vitest";
import { applySkinTone, emojiGroups, findEmoji, getEmojiName, isEmojiCode, skinTones } from "./emoji-list.ts";
import { addRecentEmoji, parseRecentEmoji } from "./recent-emoji.ts";

const all = emojiGroups.flatMap(({ emojis }) => emojis);

test("every emoji, in each of its skin tones, is in Unicode's list", () => {
  expect(all.length).toBeGreaterThan(1_800);
  const asOne = /^\p{RGI_Emoji}$/v;
  const made = all.flatMap((one) => skinTones.map(({ tone }) => applySkinTone(one, tone)));
  expect(made.filter((emoji) => !asOne.test(emoji))).toEqual([]);
  expect(applySkinTone({ emoji: "🍕", name: "pizza", takesTone: false }, "\u{1f3fd}")).toBe("🍕");
});

test("an emoji is found by its name, by a keyword and by the beginning of either", () => {
  const first = (query: string) => findEmoji(query)[0]?.emoji;
  expect(first("rocket")).toBe("🚀");
  expect(first("Red Heart")).toBe("❤️");
  expect(first("rocke")).toBe("🚀");
  // The beginning of a name means more than another emoji's keyword.
  expect(
    findEmoji("rock")
      .slice(0, 2)
      .map(({ name }) => name),
  ).toEqual(["rock", "rocket"]);
  expect(findEmoji("party").map(({ emoji }) => emoji)).toContain("🎉");
  expect(findEmoji("cat heart")[0]?.name).toBe("smiling cat with heart-eyes");
  expect(findEmoji("heart").length).toBeLessThanOrEqual(63);
  for (const query of ["", "   ", "zzzzzz", "[", "\\"]) expect(findEmoji(query)).toEqual([]);
});

test("a code names an emoji by its whole name or a keyword", () => {
  const [rocket, party] = ["rocket", "tada"].map((query) => findEmoji(query)[0]);
  if (!rocket || !party) throw new Error("an emoji is missing");
  expect([isEmojiCode(rocket, "rocket"), isEmojiCode(rocket, "rock")]).toEqual([true, false]);
  expect([party.emoji, isEmojiCode(party, "tada"), isEmojiCode(party, "party_popper")]).toEqual(["🎉", true, true]);
});

test("a recently used emoji has its name in any skin tone", () => {
  expect(getEmojiName("👋🏽")).toBe("waving hand");
  expect(getEmojiName("☝🏿")).toBe("index pointing up");
  expect(getEmojiName("?")).toBe("?");
});

test("the newest emoji is first and listed once; other stored values are ignored", () => {
  let kept: string | null = null;
  for (const emoji of ["🚀", "🎉", "🚀"]) kept = addRecentEmoji(kept, emoji);
  expect(parseRecentEmoji(kept)).toEqual(["🚀", "🎉"]);
  for (const { emoji } of all.slice(0, 40)) kept = addRecentEmoji(kept, emoji);
  expect(parseRecentEmoji(kept)).toHaveLength(21);
  for (const text of ["{", "7", '[1, null, "words", ""]', `["${"🚀".repeat(100)}"]`])
    expect(parseRecentEmoji(text)).toEqual([]);
});
