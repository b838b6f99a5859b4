import { expect, test } from "vitest";
import { createComposerState, reduceComposer } from "#components/composer/state/composer-reducer.ts";
import type { ComposerSubject } from "#components/composer/state/composer-state.ts";
import { defaultRulesLookup } from "#components/composer/state/platform-rules-lookup.ts";
import { limits } from "#lib/contract/limits.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { copyPostToDraft, createUpdatePayload, postToDraft } from "./draft-post-conversion.ts";
import { createThreadOnlyRulesLookup, getPublishedParts } from "./published-parts.ts";
import { getSubmitLabel } from "./submit-labels.ts";
import { findSubmitProblem } from "./submit-validation.ts";

const now = new Date("2026-11-21T10:00:00Z");
const states = ["sent", "sent", "waiting", "waiting"] as const;
const post = {
  id: "a",
  status: "failed",
  channel: "x",
  channel_id: "x",
  version: 3,
  scheduled_for: "2026-11-20T10:00:00Z",
  posts: ["One", "Two", "Three", "Four"].map((text) => ({ text })),
  media: [{ id: "m", type: "image", url: "/m.png" }],
  progress: states.map((state, at) => ({ part: at + 1, state, url: state === "sent" ? `/${at}` : null, at: null })),
} as unknown as Post;
const fixed = getPublishedParts(post);
const subject: ComposerSubject = { type: "post", postId: "a", version: 3, fixed };
const rest = postToDraft(post, "UTC", (at) => `p${at}`);
const channels = [{ id: "x", platform: "x", username: "x" } as Channel];
const find = (draft: typeof rest, intent: "send" | "draft") =>
  findSubmitProblem(draft, intent, { channels, measure: null, now, isEdit: true, fixed: fixed.length });

test("published parts are separate, and only the rest is edited, without the first part's images", () => {
  expect(fixed.map(({ text, url, isSure }) => [text, url, isSure])).toEqual([
    ["One", "/0", true],
    ["Two", "/1", true],
  ]);
  expect(rest.parts.map(({ text }) => text)).toEqual(["Three", "Four"]);
  expect([rest.images, rest.when]).toEqual([[], { type: "now" }]);
  expect(copyPostToDraft(post, [], channels, (at) => `p${at}`).parts).toHaveLength(4);
});

test("an unconfirmed part stays published, and any other post is edited whole", () => {
  const unsure = { ...post, progress: post.progress?.with(2, { part: 3, state: "unknown", url: null, at: null }) };
  expect(getPublishedParts(unsure as Post).map(({ isSure }) => isSure)).toEqual([true, true, false]);
  expect(getPublishedParts({ ...post, status: "draft" })).toEqual([]);
});

test("the rest is sent after the published parts or only saved; images and time stay", () => {
  const said = { version: 3, thread: ["One", "Two", "Three", "Four"], points: limits.pointsDefault };
  expect(createUpdatePayload(rest, "send", { version: 3, fixed }, now)).toEqual({ ...said, status: "publishing" });
  expect(createUpdatePayload(rest, "draft", { version: 3, fixed }, now)).toEqual(said);
});

test("an empty rest ends the thread with its published parts", () => {
  const none = { ...rest, parts: [{ id: "p", text: " " }] };
  expect([find(none, "send"), find(none, "draft")]).toEqual([null, null]);
  expect(createUpdatePayload(none, "send", { version: 3, fixed }, now)).toMatchObject({ thread: ["One", "Two"] });
  expect(getSubmitLabel(none, true, 2).short).toBe("Finish here");
  expect(getSubmitLabel(rest, true, 2)).toEqual({ short: "Continue", rest: " with part 3" });
  const gap = { ...rest, parts: [{ id: "p", text: "" }, ...rest.parts] };
  expect(find(gap, "draft")).toBe("Part 3 is empty. Fill it, or remove it.");
});

test("the rest accepts images, which are published with its parts", () => {
  const images = [{ id: "i", name: "a.png", sizeBytes: 1 }];
  const [state] = reduceComposer(createComposerState(subject, rest), { type: "images-added", images });
  expect(state.draft.images.map(({ id }) => id)).toEqual(["i"]);
});

test("the rest is counted part by part, also where all parts would be joined", () => {
  const rulesOf = createThreadOnlyRulesLookup(defaultRulesLookup);
  const threadOn = (platform: string) => rulesOf({ platform })?.thread;
  expect(["bluesky", "linkedin", "x"].map(threadOn)).toEqual(["always", "never", "always"]);
  expect(rulesOf({ platform: "bluesky" })).toBe(rulesOf({ platform: "bluesky" }));
});
