import { expect, test } from "vitest";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { Post } from "#lib/contract/types.ts";
import { continueOnNewest, createSubmissionChange, listChangesElsewhere, openSubmission } from "./edited-submission.ts";

const now = new Date("2027-01-01T00:00:00Z");
const at = "2027-02-01T09:00:00.000Z";

function createPost(channel: string, text: string, more: Partial<Post> = {}): Post {
  return {
    id: `post-${channel}`,
    submission_id: "s",
    channel_id: channel,
    channel,
    version: 1,
    status: "scheduled",
    scheduled_for: at,
    posts: [{ text }],
    media: [],
    points: 20,
    published_urls: [],
    created_at: at,
    updated_at: at,
    ...more,
  } as unknown as Post;
}

function open(...posts: Post[]) {
  const opened = openSubmission(posts, "UTC", (part) => `p${part}`);
  if (!opened) throw new Error("nothing to edit");
  return opened;
}
const write = (draft: ComposerDraft, text: string): ComposerDraft => ({ ...draft, parts: [{ id: "p0", text }] });
const named = (channel: string, version = 1) => ({ id: `post-${channel}`, version });

test("a submission opens with the text of most channels, and with the others as variants", () => {
  const { draft, whole } = open(createPost("x", "Short"), createPost("b", "Shared"), createPost("l", "Shared"));
  expect(draft.parts.map(({ text }) => text)).toEqual(["Shared"]);
  expect(Object.entries(draft.own).map(([id, parts]) => [id, parts.map(({ text }) => text)])).toEqual([
    ["x", ["Short"]],
  ]);
  expect(draft.channelIds).toEqual(["x", "b", "l"]);
  expect(draft.when).toMatchObject({ date: "2027-02-01", time: "09:00" });
  expect(whole.kept).toEqual({ media: [] });
});

test("posts that can't change any more stay out of the change", () => {
  const published = createPost("x", "One", { status: "published" });
  const { draft, whole } = open(published, createPost("b", "One"), createPost("l", "One"));
  expect(whole.fixed.map(({ channelId, status }) => [channelId, status])).toEqual([["x", "published"]]);
  const change = createSubmissionChange(write(draft, "Two"), "send", whole, now);
  expect(change).toMatchObject({ posts: [named("b"), named("l")], text: "Two", scheduled_for: at });
  expect(openSubmission([published], "UTC", String)).toBeNull();
});

test("one change has the shared text, each variant, the removed and the added channels", () => {
  const { draft, whole } = open(createPost("x", "Short"), createPost("b", "One"), createPost("l", "One"));
  const next = { ...write(draft, "Two"), channelIds: ["x", "b", "m"] };
  expect(createSubmissionChange(next, "send", whole, now)).toEqual({
    posts: [{ ...named("x"), text: "Short" }, named("b")],
    remove: [named("l")],
    add: [{ channel_id: "m", part_media: [[]] }],
    text: "Two",
    points: 20,
    status: "scheduled",
    scheduled_for: at,
  });
  expect(createSubmissionChange(next, "draft", whole, now)).toMatchObject({ status: "draft" });
});

test("where the posts differ, each keeps its time, images and points until the author chooses others", () => {
  const later = "2027-03-01T09:00:00.000Z";
  const { draft, whole } = open(
    createPost("x", "One", { scheduled_for: later, points: 5 }),
    createPost("b", "One", { media: [{ id: "m1", url: "/m1" }] as Post["media"] }),
    createPost("l", "One", { status: "draft", scheduled_for: null }),
  );
  expect(draft.when).toMatchObject({ date: "2027-02-01" });
  const change = createSubmissionChange(
    { ...write(draft, "Two"), channelIds: [...draft.channelIds, "m"] },
    "send",
    whole,
    now,
  );
  expect(change).toEqual({
    posts: [named("x"), named("b"), named("l")],
    add: [{ channel_id: "m", status: "scheduled", scheduled_for: at, part_media: [[]], points: 5 }],
    text: "Two",
  });
  const chosen: ComposerDraft = { ...draft, when: { type: "now" }, points: 7 };
  expect(createSubmissionChange(chosen, "send", whole, now)).toMatchObject({ status: "publishing", points: 7 });
  expect(createSubmissionChange(draft, "draft", whole, now)).toMatchObject({ status: "draft" });
});

test("without a channel that gets the shared text the change leaves it out", () => {
  const { draft, whole } = open(createPost("x", "One"));
  const own = { x: [{ id: "o", text: "Own" }] };
  const change = createSubmissionChange({ ...write(draft, " "), own }, "send", whole, now);
  expect(change.posts).toEqual([{ ...named("x"), text: "Own" }]);
  expect(change.text).toBeUndefined();
});

test("an edit names what changed elsewhere on which channel", () => {
  const { whole } = open(
    createPost("x", "One"),
    createPost("b", "One"),
    createPost("l", "One"),
    createPost("m", "One"),
  );
  const newest = [
    createPost("x", "Theirs", { version: 2 }),
    createPost("b", "One", { status: "publishing" }),
    createPost("l", "One"),
    createPost("y", "One"),
  ];
  expect(listChangesElsewhere(whole, newest)).toEqual([
    { channelId: "x", type: "edited" },
    { channelId: "b", type: "publishing" },
    { channelId: "m", type: "deleted" },
    { channelId: "y", type: "added" },
  ]);
});

test("an edit continues with mine or theirs, without what is published or deleted, and with what was added", () => {
  const first = open(createPost("x", "One"), createPost("b", "One"), createPost("l", "One"));
  const draft = { ...write(first.draft, "Mine"), channelIds: ["x", "b", "l", "m"] };
  const later = "2027-03-01T09:00:00.000Z";
  const newest = open(
    createPost("x", "Theirs", { version: 2, scheduled_for: later }),
    createPost("b", "One", { status: "published" }),
    createPost("y", "Added", { scheduled_for: later }),
  );
  const edit = { draft, start: first.draft, before: first.whole, newest };
  const mine = continueOnNewest(edit, false);
  expect(mine.channelIds).toEqual(["x", "m", "y"]);
  expect(mine.own["x"]).toBeUndefined();
  expect(mine.own["y"]?.map(({ text }) => text)).toEqual(["Added"]);
  // The author did not choose a time, so the one from elsewhere stays.
  expect(mine.when).toMatchObject({ date: "2027-03-01" });
  const theirs = continueOnNewest(edit, true);
  expect(theirs.own["x"]?.map(({ text }) => text)).toEqual(["Theirs"]);
  expect(theirs.parts.map(({ text }) => text)).toEqual(["Mine"]);
});

test("an edit sends each channel its choice, and continues with those that the author made", () => {
  const thread = { posts: [{ text: "One" }, { text: "Two" }] };
  const chain = { ...thread, delivery: "thread" as const, threads: { x: "chain" as const } };
  const joined = { ...thread, delivery: "joined" as const };
  const { draft, whole } = open(createPost("x", "", chain), createPost("bluesky", "", joined));
  expect(draft.threads).toEqual({ x: "chain", bluesky: "join" });
  const edited: ComposerDraft = { ...draft, threads: { ...draft.threads, x: "join" } };
  expect(createSubmissionChange(edited, "send", whole, now).threads).toEqual({ x: "join", bluesky: "join" });
  const newest = open(
    createPost("x", "", { ...chain, version: 2 }),
    createPost("bluesky", "", { ...thread, version: 2, delivery: "thread", threads: { bluesky: "chain" } }),
  );
  const continued = continueOnNewest({ draft: edited, start: draft, before: whole, newest }, false);
  expect(continued.threads).toEqual({ x: "join", bluesky: "chain" });
});
