import { expect, test } from "vitest";
import type { Channel, Post } from "#lib/contract/types.ts";
import { findObstacle } from "./submit-validation.ts";
import type { Subject } from "#components/composer/state/composer-state.ts";
import { fixedParts, rulesOfRest } from "./published-parts.ts";
import { draftAgain, draftOf, makeChange } from "./post-payload.ts";
import { rulesWith } from "#components/composer/state/platform-rules.ts";
import { sendWords } from "./submit-labels.ts";
import { startComposer, step } from "#components/composer/state/composer-reducer.ts";

const now = new Date("2026-11-21T10:00:00Z");
const states = ["sent", "sent", "waiting", "waiting"] as const;
const post = {
  ...{ id: "a", status: "failed", channel: "x", channel_id: "x", version: 3, scheduled_for: "2026-11-20T10:00:00Z" },
  posts: ["One", "Two", "Three", "Four"].map((text) => ({ text })),
  media: [{ id: "m", type: "image", url: "/m.png" }],
  progress: states.map((state, at) => ({ part: at + 1, state, url: state === "sent" ? `/${at}` : null, at: null })),
} as unknown as Post;
const fixed = fixedParts(post);
const subject: Subject = { is: "post", postId: "a", version: 3, fixed };
const rest = draftOf(post, "UTC", (at) => `p${at}`);
const channels = [{ id: "x", platform: "x", username: "x" } as Channel];
const find = (draft: typeof rest, intent: "send" | "draft") =>
  findObstacle(draft, intent, { channels, measure: null, now, isEdit: true, fixed: fixed.length });

test("what is out stands apart, and only the rest is written on, without the images that went with the first part", () => {
  expect(fixed.map(({ text, url, isSure }) => [text, url, isSure])).toEqual([
    ["One", "/0", true],
    ["Two", "/1", true],
  ]);
  expect(rest.parts.map(({ text }) => text)).toEqual(["Three", "Four"]);
  expect([rest.images, rest.when]).toEqual([[], { is: "now" }]);
  expect(draftAgain(post, [], channels, (at) => `p${at}`).parts).toHaveLength(4);
});

test("a part of which nobody knows stays too, and any other post is written whole", () => {
  const unsure = { ...post, progress: post.progress?.with(2, { part: 3, state: "unknown", url: null, at: null }) };
  expect(fixedParts(unsure as Post).map(({ isSure }) => isSure)).toEqual([true, true, false]);
  expect(fixedParts({ ...post, status: "draft" })).toEqual([]);
});

test("is sent on behind what is out, or only kept; images and time are left as they are", () => {
  const said = { version: 3, thread: ["One", "Two", "Three", "Four"], points: 0 };
  expect(makeChange(rest, "send", { version: 3, fixed }, now)).toEqual({ ...said, status: "publishing" });
  expect(makeChange(rest, "draft", { version: 3, fixed }, now)).toEqual(said);
});

test("the rest may be none: then it ends with what is out", () => {
  const none = { ...rest, parts: [{ id: "p", text: " " }] };
  expect([find(none, "send"), find(none, "draft")]).toEqual([null, null]);
  expect(makeChange(none, "send", { version: 3, fixed }, now)).toMatchObject({ thread: ["One", "Two"] });
  expect(sendWords(none, true, 2).short).toBe("Finish here");
  expect(sendWords(rest, true, 2)).toEqual({ short: "Continue", rest: " with part 3" });
  const gap = { ...rest, parts: [{ id: "p", text: "" }, ...rest.parts] };
  expect(find(gap, "draft")).toBe("Part 3 is empty. Write it, or remove it.");
});

test("takes no images, for they went with the first part", () => {
  const images = [{ id: "i", name: "a.png", sizeBytes: 1 }];
  const [state, effects] = step(startComposer(subject, rest), { type: "images-added", images });
  expect([state.draft.images, effects.filter((one) => one.do === "upload")]).toEqual([[], []]);
});

test("is counted part by part, also where all of it would be joined", () => {
  const rulesOf = rulesOfRest(rulesWith([]));
  const threadOn = (platform: string) => rulesOf({ platform })?.thread;
  expect(["bluesky", "linkedin", "x"].map(threadOn)).toEqual(["always", "never", "always"]);
  expect(rulesOf({ platform: "bluesky" })).toBe(rulesOf({ platform: "bluesky" }));
});
