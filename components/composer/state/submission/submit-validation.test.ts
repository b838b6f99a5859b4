import { expect, test } from "vitest";
import * as measure from "#components/composer/editor/text-engine/text-engine.ts";
import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import type { Channel } from "#lib/contract/types.ts";
import { getSubmitLabel } from "./submit-labels.ts";
import { findSubmitProblem, getSubmissionDetails } from "./submit-validation.ts";

const now = new Date("2026-11-21T10:00:00Z");
const channel = (platform: string): Channel => ({
  id: platform,
  platform,
  name: `My ${platform}`,
  username: `my_${platform}`,
  verified: false,
});
const channels = ["x", "bluesky", "linkedin", "somewhere_else"].map(channel);
const write = (texts: string[], channelIds = ["x"]): ComposerDraft => ({
  ...createEmptyDraft("p", 20),
  parts: texts.map((text, at) => ({ id: `p${at}`, text })),
  channelIds,
});
const find = (draft: ComposerDraft, intent: "send" | "draft" = "send") =>
  findSubmitProblem(draft, intent, { channels, measure, now });

test("text that is too long is reported by channel, part, count and limit", () => {
  expect(find(write(["fine", "a".repeat(281)]))).toBe("Part 2 is too long for X by 1.");
  expect(find(write(["a".repeat(301)], ["bluesky"]))).toBe("Too long for Bluesky by 1.");
});

test("a post beyond the maximum is refused before sending or saving; the service checks an edited one", () => {
  const long = write([...Array.from({ length: 3 }, () => "a".repeat(20_000)), "b"], ["somewhere_else"]);
  const sentence = "All parts together have 60,001 characters; a post holds 60,000. Move some parts to another post.";
  expect([find(long), find(long, "draft")]).toEqual([sentence, sentence]);
  expect(findSubmitProblem(long, "send", { channels, measure, now, isEdit: true })).toBeNull();
  expect(
    find(
      write(
        Array.from({ length: 3 }, () => "a".repeat(20_000)),
        ["somewhere_else"],
      ),
    ),
  ).toBeNull();
});

test("each channel is checked by its own rule", () => {
  expect(find(write(["a".repeat(281)], ["bluesky"]))).toBeNull();
  expect(find(write(["a".repeat(281)], ["bluesky", "x"]))).toContain("for X");
  expect(find(write(["a".repeat(9000)], ["somewhere_else"]))).toBeNull();
});

test("the limits of an account's own server apply, higher or lower than its platform's", () => {
  const own = (id: string, characters: number, alt: number): Channel => ({
    ...channel("mastodon"),
    id,
    username: id,
    reported_limits: { characters, images: 4, alt, image_bytes: null },
  });
  const servers = [own("large", 5_000, 9_000), own("small", 200, 90)];
  const found = (draft: ComposerDraft) => findSubmitProblem(draft, "send", { channels: servers, measure, now });
  const described = (id: string): ComposerDraft => ({
    ...write(["a"], [id]),
    images: [
      { id: "i", name: "i", sizeBytes: 1, alt: "a".repeat(2_000), state: { type: "ready", mediaId: "m", url: "/m" } },
    ],
  });
  expect(found(write(["a".repeat(5_000)], ["large"]))).toBeNull();
  expect(found(write(["a".repeat(201)], ["large", "small"]))).toBe("Too long for My mastodon on Mastodon by 1.");
  expect(found(described("large"))).toBeNull();
  expect(found(described("small"))).toContain("Mastodon allows 90.");
});

test("a missing channel is named before anything is sent", () => {
  const gone = channels.map((one) => (one.id === "bluesky" ? { ...one, state: "gone" } : one));
  const found = (channelIds: string[]) =>
    findSubmitProblem(write(["a"], channelIds), "send", { channels: gone, measure, now });
  expect(found(["x", "bluesky"])).toBe("My bluesky on Bluesky is no longer available. Remove it from the channels.");
  expect(found(["x"])).toBeNull();
});

test("an unknown channel is never sent to silently, but an existing post may stay on it", () => {
  const unknown = "A channel of this draft is no longer available. Remove it from the channels.";
  const draft = write(["a"], ["x", "long gone"]);
  expect(find(draft)).toBe(unknown);
  expect(find(draft, "draft")).toBe(unknown);
  expect(findSubmitProblem(write(["a"], ["long gone"]), "send", { channels, measure, now, isEdit: true })).toBeNull();
});

test("a draft may be too long, but not empty and not without a channel", () => {
  expect(find(write(["a".repeat(281)]), "draft")).toBeNull();
  expect(find(write([" "]), "draft")).toBe("Write something first.");
  expect(find(write(["words"], []), "draft")).toBe("Choose at least one channel.");
});

test("an empty part between others is named; one at the end is only a place to type", () => {
  expect(find(write(["One", " ", "Three"]))).toBe("Part 2 is empty. Fill it, or remove it.");
  expect(find(write(["One", "Two", ""]))).toBeNull();
});

test("each channel is checked with its own text, and an empty part in it names the channel", () => {
  const own = (text: string): ComposerDraft => ({
    ...write(["a".repeat(281)], ["x", "bluesky"]),
    own: { x: [{ id: "o", text }] },
  });
  expect(find(own("Short"))).toBeNull();
  expect(find(own("b".repeat(282)))).toBe("Too long for X by 2.");
  expect(find(own(" "))).toBe("In the version for My x: Write something first.");
  // No channel gets the common text if every channel has a variant.
  expect(find({ ...own("Short"), parts: [{ id: "p", text: "" }], channelIds: ["x"] })).toBeNull();
});

test("a channel that already got the post does not get it again", () => {
  const at = { channels, measure, now, out: { channelIds: ["x"] } };
  expect(findSubmitProblem(write(["a"], ["x", "bluesky"]), "send", at)).toContain("My x already got this");
  expect(findSubmitProblem(write(["a"], ["bluesky"]), "send", at)).toBeNull();
});

test("the button says what will happen", () => {
  const words = ({ short, rest }: { short: string; rest: string }) => short + rest;
  const later = { type: "at", date: "2026-12-01", time: "09:00", zone: "UTC" } as const;
  expect(words(getSubmitLabel(write(["a"], ["x", "bluesky"]), false))).toBe("Publish on 2 channels");
  expect(words(getSubmitLabel({ ...write(["a"]), when: later }, false))).toBe("Schedule on 1 channel");
  expect(words(getSubmitLabel(write(["a"]), true))).toBe("Publish now");
});

test("an alt text that a chosen platform would reject is named with its image; a draft keeps it", () => {
  const image = { id: "i", name: "i.png", sizeBytes: 1, state: { type: "ready", mediaId: "m", url: "/m" } } as const;
  const images = [
    { ...image, alt: "" },
    { ...image, id: "j", alt: "a".repeat(1001) },
  ];
  expect(find({ ...write(["words"], ["bluesky", "x"]), images })).toBe(
    "The alt text of image 2 has 1001 characters; X allows 1000.",
  );
  expect(find({ ...write(["words"], ["bluesky"]), images })).toBeNull();
  expect(find({ ...write(["words"]), images }, "draft")).toBeNull();
});

test("an image that can't be uploaded as it is blocks the post until the author decides, and is not left out silently", () => {
  const draft = write(["Look at this"]);
  const at = { channels, measure, now, undecided: ["IMG_1.heic", "other.png"] };
  expect(findSubmitProblem(draft, "send", at)).toMatch(/^IMG_1\.heic is not added yet\./);
  expect(findSubmitProblem(draft, "draft", at)).toMatch(/^IMG_1\.heic is not added yet\./);
  expect(findSubmitProblem(draft, "send", { ...at, undecided: [] })).toBeNull();
});

test("the length of several parts is checked by the choice for each channel, and the submission has the same choices", () => {
  const draft = write(["a".repeat(200), "b".repeat(200)], ["x", "bluesky", "linkedin"]);
  const choices = new Map<string, "chain" | "join">([["bluesky", "join"]]);
  const at = { channels, measure, now, threadChoiceOf: (id: string) => choices.get(id) ?? null };
  expect(findSubmitProblem(draft, "send", at)).toBe("Too long for Bluesky by 102.");
  choices.set("bluesky", "chain").set("x", "join");
  expect(findSubmitProblem(draft, "send", at)).toBe("Too long for X by 122.");
  expect(getSubmissionDetails(draft, at).threads).toEqual({ bluesky: "chain", x: "join" });
});
