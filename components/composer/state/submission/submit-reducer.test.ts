import fc from "fast-check";
import { expect, test } from "vitest";
import { createComposerState, reduceComposer } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEffect, ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import type { NewPost } from "#lib/contract/types.ts";
import { createPostPayload } from "./draft-post-conversion.ts";

type Send = Extract<ComposerEffect, { type: "send" }>;
const now = new Date("2026-11-21T10:00:00Z");
const lost = { code: "lost", message: "", status: null };
const wrong = { code: "invalid_request", message: "Practice X: too long.", status: 400, field: "text" };
const busy = { code: "rate_limited", message: "", status: 429 };
const twin = { code: "conflict", message: "under way", status: 409 };

const channels = ["c1", "c2", "c3", "c4", "c5"];
const write = (own: readonly string[]): ComposerDraft => ({
  ...createEmptyDraft("p", 20),
  parts: [{ id: "p", text: "For all" }],
  channelIds: channels,
  own: Object.fromEntries(own.map((id) => [id, [{ id: `o${id}`, text: `For ${id}` }]])),
});

/**
 * Simulates a service as the contract defines it: a repeated key gets the first answer, and a channel gets one post of
 * a submission.
 */
function makeService() {
  const kept = new Map<string, { body: string; ids: string[]; submission: string }>();
  const posts: { channel: string; submission: string; words: string | undefined }[] = [];
  function create(key: string, body: NewPost) {
    const known = kept.get(key);
    // Reusing a key for another body would be refused for ever, so it must not happen.
    if (known) expect(JSON.stringify(body)).toBe(known.body);
    if (known) return known;
    const submission = body.submission_id ?? `s${kept.size}`;
    for (const channel of body.channels) {
      expect(posts).not.toContainEqual(expect.objectContaining({ channel, submission }));
      posts.push({ channel, submission, words: body.text });
    }
    const made = { body: JSON.stringify(body), ids: body.channels.map((id) => `post-${id}`), submission };
    kept.set(key, made);
    return made;
  }
  return { posts, create, knows: (key: string) => kept.has(key) };
}

const answers = ["accepted", "lost before", "lost after", "refused", "busy", "twin"] as const;
type Answer = (typeof answers)[number];

/** Drives the reducer: each request gets the next answer, and each refusal another press of the button. */
function drive(
  start: ComposerDraft,
  script: readonly Answer[],
  between: (state: ComposerState, send: number) => ComposerEvent[],
) {
  const service = makeService();
  let state = createComposerState({ type: "new" }, start);
  let sends: Send[] = [];
  const calls: Send[] = [];
  const apply = (event: ComposerEvent) => {
    const [next, effects] = reduceComposer(state, event);
    state = next;
    sends.push(...effects.filter((effect) => effect.type === "send"));
  };
  for (let press = 0; state.phase.status !== "sent" && press < 100; press += 1) {
    for (const event of between(state, press)) apply(event);
    apply({ type: "submitted", intent: "send", repeatKey: `key${press}` });
    while (sends.length > 0) {
      expect(sends).toHaveLength(1);
      const [send] = sends as [Send];
      sends = [];
      const wanted = script[calls.length] ?? "accepted";
      // The service looks up the key before it validates the request.
      const answer = wanted === "refused" && service.knows(send.call.repeatKey) ? "accepted" : wanted;
      calls.push(send);
      const body = createPostPayload(send.draft, send.intent, now, send.call);
      if (answer === "accepted" || answer === "lost after") {
        const made = service.create(send.call.repeatKey, body);
        if (answer === "lost after") apply({ type: "refused", failure: lost });
        else apply({ type: "accepted", postIds: made.ids, submissionId: made.submission });
      } else {
        const failure = answer === "refused" ? wrong : answer === "busy" ? busy : answer === "twin" ? twin : lost;
        apply({ type: "refused", failure });
      }
    }
  }
  return { state, posts: service.posts, calls };
}

const scripts = fc.array(fc.constantFrom(...answers), { maxLength: 14 });
const owners = fc.subarray(channels);

test("each channel is sent to exactly once, in one submission, in any order of answers and failures", () => {
  fc.assert(
    fc.property(owners, scripts, (own, script) => {
      const { state, posts } = drive(write(own), script, () => []);
      expect(state.phase).toMatchObject({ status: "sent" });
      expect(posts.map(({ channel }) => channel).sort()).toEqual(channels);
      expect(new Set(posts.map(({ submission }) => submission)).size).toBe(1);
      for (const { channel, words } of posts) expect(words).toBe(own.includes(channel) ? `For ${channel}` : "For all");
      if (state.phase.status === "sent")
        expect([...state.phase.postIds].sort()).toEqual(channels.map((id) => `post-${id}`));
      expect([...state.draft.channelIds].sort()).toEqual(channels);
    }),
  );
});

test("an edit that is reverted before the next press changes nothing", () => {
  const there: ComposerEvent = { type: "typed", partId: "p", text: "For al" };
  const back: ComposerEvent = { type: "typed", partId: "p", text: "For all" };
  fc.assert(
    fc.property(owners, scripts, (own, script) => {
      const { state, posts } = drive(write(own), script, (_, press) => (press > 0 ? [there, back] : []));
      expect(state.phase.status).toBe("sent");
      expect(posts.map(({ channel }) => channel).sort()).toEqual(channels);
    }),
  );
});

test("published channels stay published, however the rest is edited", () => {
  const sure = fc.array(fc.constantFrom<Answer>("accepted", "refused", "busy"), { maxLength: 14 });
  fc.assert(
    fc.property(
      owners,
      sure,
      fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 5 }),
      (own, script, edits) => {
        const { posts } = drive(write(own), script, (_, press) => [
          { type: "typed", partId: "p", text: `${edits[press] ?? ""}!` },
          ...own.map((id): ComposerEvent => ({ type: "typed", on: id, partId: `o${id}`, text: `${id}${press}` })),
        ]);
        expect(posts.map(({ channel }) => channel).sort()).toEqual(channels);
      },
    ),
  );
});

test("one text is one call; each different text is another call in the first one's submission", () => {
  const { calls } = drive(write(["c2", "c4"]), [], () => []);
  expect(calls.map(({ call }) => [call.channelIds, call.sheet, call.submissionId])).toEqual([
    [["c1", "c3", "c5"], null, null],
    [["c2"], "c2", "s0"],
    [["c4"], "c4", "s0"],
  ]);
  expect(new Set(calls.map(({ call }) => call.repeatKey)).size).toBe(3);
  expect(drive(write([]), [], () => []).calls).toHaveLength(1);
});

test("an override equal to the common text needs no call of its own", () => {
  const draft = { ...write([]), own: { c2: [{ id: "o", text: "For all" }] } };
  expect(drive(draft, [], () => []).calls).toHaveLength(1);
});

test("after a failure each channel has its result, published ones leave the draft, and the rest is kept", () => {
  const draft = write(["c2", "c4"]);
  let [state] = reduceComposer(createComposerState({ type: "new" }, draft), {
    type: "submitted",
    intent: "send",
    repeatKey: "k",
  });
  [state] = reduceComposer(state, { type: "accepted", postIds: ["a", "b", "c"], submissionId: "s" });
  [state] = reduceComposer(state, { type: "refused", failure: wrong });
  const [refused] = reduceComposer(state, { type: "refused", failure: busy });
  if (refused.phase.status !== "refused") throw new Error(`it is ${refused.phase.status}`);
  expect(refused.phase.failure).toBe(wrong);
  expect(refused.phase.calls.map(({ channelIds, state: { type } }) => [channelIds, type])).toEqual([
    [["c1", "c3", "c5"], "accepted"],
    [["c2"], "refused"],
    [["c4"], "refused"],
  ]);
  expect(refused.draft).toEqual({ ...draft, channelIds: ["c2", "c4"] });
  expect(refused.out).toMatchObject({ channelIds: ["c1", "c3", "c5"], postIds: ["a", "b", "c"] });
});

test("the rest of an old submission becomes a submission of its own", () => {
  let [state] = reduceComposer(createComposerState({ type: "new" }, write(["c2"])), {
    type: "submitted",
    intent: "send",
    repeatKey: "k",
  });
  [state] = reduceComposer(state, { type: "accepted", postIds: ["a"], submissionId: "old" });
  const [next, effects] = reduceComposer(state, { type: "refused", failure: { ...wrong, field: "submission_id" } });
  expect(effects).toMatchObject([{ type: "send", call: { channelIds: ["c2"], submissionId: null } }]);
  expect(reduceComposer(next, { type: "accepted", postIds: ["b"], submissionId: "new" })[0].phase).toMatchObject({
    status: "sent",
  });
});

test("an emptied composer starts a new submission", () => {
  let [state] = reduceComposer(createComposerState({ type: "new" }, write(["c2"])), {
    type: "submitted",
    intent: "send",
    repeatKey: "k",
  });
  [state] = reduceComposer(state, { type: "accepted", postIds: ["a"], submissionId: "s" });
  [state] = reduceComposer(state, { type: "refused", failure: wrong });
  [state] = reduceComposer(state, { type: "restored", draft: createEmptyDraft("q", 20) });
  expect(state.out).toEqual({ submissionId: null, channelIds: [], postIds: [], unsure: [] });
});

test("a draft emptied and restored by undo knows its published channels: no undo sends it twice", () => {
  const partId = "p";
  const begun = reduceComposer(createComposerState({ type: "new" }, write(["c2"])), {
    type: "typed",
    partId,
    text: "Common!",
  })[0];
  let [state] = reduceComposer(begun, { type: "submitted", intent: "send", repeatKey: "k" });
  [state] = reduceComposer(state, { type: "accepted", postIds: ["a"], submissionId: "s" });
  [state] = reduceComposer(state, { type: "refused", failure: wrong });
  const { out, draft } = state;
  [state] = reduceComposer(state, { type: "restored", draft: createEmptyDraft("q", 20) });
  [state] = reduceComposer(state, { type: "typed", partId: "q", text: "Another thought" }, 9_000);
  expect(state.out.channelIds).toEqual([]);
  [state] = reduceComposer(state, { type: "undone" });
  expect(state.out.channelIds).toEqual([]);
  [state] = reduceComposer(state, { type: "undone" });
  expect([state.draft, state.out]).toEqual([draft, out]);
  // The submitted channels were among the chosen ones. They are not chosen again, because they have this text.
  expect(begun.draft.channelIds).toEqual(expect.arrayContaining([...out.channelIds]));
  [state] = reduceComposer(state, { type: "undone" });
  expect(state.draft.channelIds).toEqual(["c2"]);
  expect(state.out).toEqual(out);
  for (const expected of [out, { ...out, submissionId: null, channelIds: [], postIds: [] }]) {
    [state] = reduceComposer(state, { type: "redone" });
    expect(state.out).toEqual(expected);
  }
});
