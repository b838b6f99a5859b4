import { expect, test } from "vitest";
import {
  appendParts,
  applyRequestedTimeAndChannels,
} from "#components/composer/drafts/incoming/merge-incoming-draft.ts";
import { createEmptyDraft } from "#components/composer/state/draft.ts";
import { createDraftFromUrl } from "./draft-from-url.ts";

test("a URL selects a time and channels, and invalid parts are ignored", () => {
  const asked = createDraftFromUrl({ at: "2027-03-01T08:30:00.000Z", channel: ["a", "b", "a"] }, "Europe/Berlin");
  expect(asked.when).toEqual({ type: "at", date: "2027-03-01", time: "09:30", zone: "Europe/Berlin" });
  expect(asked.channelIds).toEqual(["a", "b"]);
  for (const at of ["tomorrow", "", "2027-13-01T00:00Z", "9999-12-31T23:59Z", "+020000-01-01T00:00Z"]) {
    expect(createDraftFromUrl({ at, channel: "" }, "UTC")).toEqual(createEmptyDraft("p0", 20));
  }
});

test("a stored text takes the URL's time and channels, else keeps its own", () => {
  const kept = { ...createEmptyDraft("p1", 20), parts: [{ id: "p1", text: "Kept" }], channelIds: ["c"] };
  const asked = createDraftFromUrl({ at: "2027-03-01T08:30:00Z", channel: "a" }, "UTC");
  expect(applyRequestedTimeAndChannels(kept, asked)).toMatchObject({
    parts: kept.parts,
    channelIds: ["a"],
    when: { date: "2027-03-01" },
  });
  expect(applyRequestedTimeAndChannels(kept, createDraftFromUrl({}, "UTC"))).toEqual(kept);
});

test("shared text is added after the stored text, also after a full thread", () => {
  const part = (text: string) => ({ id: text, text });
  const kept = { ...createEmptyDraft("p0", 20), parts: [part("Kept"), part(" ")], channelIds: ["c"] };
  expect(appendParts(kept, [part("New")])).toEqual({ ...kept, parts: [part("Kept"), part("New")] });
  const full = { ...kept, parts: Array.from({ length: 100 }, (_, at) => part(`${at}`)) };
  const { parts } = appendParts(full, [part("New"), part("Newer")]);
  expect([parts.length, parts.at(-1)?.text]).toEqual([100, "99\n\nNew\n\nNewer"]);
});

test.each([
  [{ text: "Look at this" }, "Look at this"],
  [{ title: "A page", url: "https://example.org/a" }, "A page\n\nhttps://example.org/a"],
  [
    { title: "A page", text: "A page: https://example.org/a", url: "https://example.org/a" },
    "A page\n\nA page: https://example.org/a",
  ],
  [{ text: "https://example.org/a", url: "https://example.org/a" }, "https://example.org/a"],
  [{ text: "a\0b\u0007\ud83d" }, "ab\ufffd"],
  [{ text: ["twice", "given"] }, ""],
])("%j is shared as one text", (search, text) => {
  expect(createDraftFromUrl(search, "UTC").parts).toEqual([{ id: "p0", text }]);
});

test("channels are named one by one or separated by commas", () => {
  expect(createDraftFromUrl({ channels: "a, b,,a", channel: "c" }, "UTC").channelIds).toEqual(["c", "a", "b"]);
});

test("a long text is cut to the limit of a part, never inside a character", () => {
  const [part] = createDraftFromUrl({ text: "👍".repeat(20_000) }, "UTC").parts;
  expect(part?.text.length).toBe(25_000);
  expect(part?.text.isWellFormed()).toBe(true);
});
