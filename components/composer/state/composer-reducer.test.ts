import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createComposerState, reduceComposer } from "./composer-reducer.ts";
import type { ComposerEvent } from "./composer-state.ts";
import { createEmptyDraft } from "./draft.ts";
import { mergePendingImages } from "./reduce-images.ts";
import {
  createSubmittedEvent,
  createTestState,
  getSendEffects,
  runEvents,
  testImage,
  typedEvent,
} from "./testing/run-events.ts";

const failure = { code: "unreachable", message: "", status: null };

describe("the composer", () => {
  test("submits once however often the author presses the button", () => {
    const { effects } = runEvents([
      typedEvent,
      createSubmittedEvent("k1"),
      createSubmittedEvent("k2"),
      createSubmittedEvent("k3"),
    ]);
    expect(getSendEffects(effects)).toHaveLength(1);
  });

  test("restarts an upload that was canceled with its image when the image comes back", () => {
    const before = runEvents([typedEvent, { type: "images-added", images: [testImage] }]);
    const gone = runEvents([{ type: "restored", draft: createEmptyDraft("p1", 20) }], before.state);
    expect(gone.effects).toContainEqual({ type: "abort-upload", imageId: "i1" });
    const back = runEvents([{ type: "restored", draft: before.state.draft }], gone.state);
    expect(back.effects).toContainEqual({ type: "upload", imageId: "i1" });
  });

  test("starts an upload that waits for the connection on request, and never runs one twice", () => {
    const added = runEvents([typedEvent, { type: "images-added", images: [testImage] }]);
    expect(runEvents([{ type: "upload-retried", imageId: "i1" }], added.state).effects).toEqual([]);
    const lost = runEvents([{ type: "upload-moved", imageId: "i1", share: 0.4, isLost: true }], added.state);
    const again = runEvents([{ type: "upload-retried", imageId: "i1" }], lost.state);
    expect(again.effects).toContainEqual({ type: "upload", imageId: "i1" });
    expect(again.state.draft.images[0]?.state).toEqual({ type: "uploading", share: 0 });
  });

  test("repeats a refused draft under its first key, and an edited one under a new key", () => {
    const refused = runEvents([typedEvent, createSubmittedEvent("k1"), { type: "refused", failure }]);
    expect(getSendEffects(runEvents([createSubmittedEvent("k2")], refused.state).effects)).toMatchObject([
      { call: { repeatKey: "k1" } },
    ]);
    const edited = runEvents(
      [{ type: "typed", partId: "p1", text: "Hello!" }, createSubmittedEvent("k2")],
      refused.state,
    );
    expect(getSendEffects(edited.effects)).toMatchObject([{ call: { repeatKey: "k2" } }]);
  });

  test("changes nothing while it waits for an answer", () => {
    const { state } = runEvents([
      typedEvent,
      createSubmittedEvent("k1"),
      { type: "typed", partId: "p1", text: "Late" },
    ]);
    expect(state.draft.parts[0]?.text).toBe("Hello");
  });

  test("accepts four images and aborts the upload of a removed one", () => {
    const five = ["a", "b", "c", "d", "e"].map((id) => ({ ...testImage, id }));
    const { state, effects } = runEvents([
      { type: "images-added", images: five },
      { type: "image-removed", imageId: "b" },
    ]);
    expect(state.draft.images.map((one) => one.id)).toEqual(["a", "c", "d"]);
    expect(effects.filter((effect) => effect.type === "upload")).toHaveLength(4);
    expect(effects).toContainEqual({ type: "abort-upload", imageId: "b" });
  });

  test("splits a part in place, and never beyond the limit of a thread", () => {
    const two = runEvents([typedEvent, { type: "part-added", after: "p1", id: "p2", text: "End" }]).state;
    const split: ComposerEvent = { type: "part-split", partId: "p1", texts: ["Hel", "lo"], ids: ["p3"] };
    expect(runEvents([split], two).state.draft.parts).toEqual([
      { id: "p1", text: "Hel" },
      { id: "p3", text: "lo" },
      { id: "p2", text: "End" },
    ]);
    const texts = Array.from({ length: 101 }, (_, at) => `${at}`);
    const ids = texts.slice(1).map((text) => `q${text}`);
    expect(runEvents([{ type: "part-split", partId: "p1", texts, ids }], two).state.draft).toBe(two.draft);
  });

  test("refuses to send a lost image until it is removed", () => {
    const ready: ComposerEvent[] = [
      typedEvent,
      { type: "images-added", images: [testImage] },
      { type: "upload-done", imageId: "i1", mediaId: "m1", url: "/m1" },
      { type: "image-lost", imageId: "i1", why: "It is gone." },
    ];
    const lost = runEvents([...ready, createSubmittedEvent("k1")]);
    expect(getSendEffects(lost.effects)).toHaveLength(0);
    expect(
      getSendEffects(
        runEvents([{ type: "image-removed", imageId: "i1" }, createSubmittedEvent("k2")], lost.state).effects,
      ),
    ).toHaveLength(1);
  });

  test("continues from a newer version of the post after a conflict", () => {
    const post = createComposerState({ type: "post", postId: "a", version: 1 }, createEmptyDraft("p1", 20));
    const refused = runEvents(
      [typedEvent, createSubmittedEvent("k1"), { type: "refused", failure: { ...failure, code: "conflict" } }],
      post,
    );
    const rebased: ComposerEvent = {
      type: "rebased",
      subject: { type: "post", postId: "a", version: 5 },
      draft: refused.state.draft,
    };
    const again = runEvents([rebased, createSubmittedEvent("k2")], refused.state);
    expect(getSendEffects(again.effects)).toMatchObject([
      { subject: { postId: "a", version: 5 }, call: { repeatKey: "k2" } },
    ]);
  });

  test("keeps at least one part and the order of parts under moves", () => {
    const { state } = runEvents([
      { type: "part-added", after: "p1", id: "p2" },
      { type: "part-added", after: "p2", id: "p3" },
      { type: "part-moved", partId: "p3", by: -1 },
      { type: "part-moved", partId: "p1", by: -1 },
    ]);
    expect(state.draft.parts.map((part) => part.id)).toEqual(["p1", "p3", "p2"]);
    const one = runEvents(
      ["p1", "p2", "p3"].map((partId) => ({ type: "part-removed", partId })),
      state,
    ).state;
    expect(one.draft.parts).toHaveLength(1);
  });
});

const ids = fc.constantFrom("p1", "p2", "p3");
const images = fc.constantFrom("i1", "i2", "i3");
const by = fc.constantFrom<-1 | 1>(-1, 1);
const anyEvent: fc.Arbitrary<ComposerEvent> = fc.oneof(
  fc.record({ type: fc.constant("typed" as const), partId: ids, text: fc.string({ maxLength: 3 }) }),
  fc.record({ type: fc.constant("part-added" as const), after: ids, id: ids }),
  fc.record({ type: fc.constant("part-removed" as const), partId: ids }),
  fc.record({ type: fc.constant("part-moved" as const), partId: ids, by }),
  fc.record({ type: fc.constant("channel-toggled" as const), channelId: fc.constantFrom("c1", "c2") }),
  images.map((id): ComposerEvent => ({ type: "images-added", images: [{ id, name: id, sizeBytes: 1 }] })),
  fc.record({
    type: fc.constant("upload-done" as const),
    imageId: images,
    mediaId: fc.constant("m"),
    url: fc.constant("u"),
  }),
  fc.record({ type: fc.constant("upload-failed" as const), imageId: images, why: fc.constant("why") }),
  fc.record({ type: fc.constant("upload-retried" as const), imageId: images }),
  fc.record({ type: fc.constant("image-removed" as const), imageId: images }),
  fc.nat().map((n): ComposerEvent => ({ type: "submitted", intent: n % 2 ? "send" : "draft", repeatKey: `k${n}` })),
  fc.constant<ComposerEvent>({ type: "accepted", postIds: ["x"] }),
  fc.constant<ComposerEvent>({ type: "refused", failure }),
  fc.constant<ComposerEvent>({ type: "wait-canceled" }),
  fc.constant<ComposerEvent>({ type: "new-post-started", id: "p1", points: 20 }),
);

test("sends no unchanged draft under two keys, and nothing while it waits, in any order of events", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state = createTestState();
      const keyOf = new Map<object, string>();
      for (const event of events) {
        const before = state.phase.status;
        const [next, effects] = reduceComposer(state, event);
        for (const effect of getSendEffects(effects)) {
          expect(["editing", "refused", "waiting", "held"]).toContain(before);
          // Only the author's command, or the end of the last upload that a submission waits for, starts a request; an
          // edit never does.
          expect(["submitted", "upload-done"]).toContain(event.type);
          expect(next.phase.status).toBe("sending");
          expect(effect.draft.images.every((one) => one.state.type === "ready")).toBe(true);
          const content = effect.draft;
          const known = keyOf.get(content);
          const sameIntent = known?.startsWith(effect.intent);
          if (known && sameIntent) expect(known).toBe(`${effect.intent}:${effect.call.repeatKey}`);
          else keyOf.set(content, `${effect.intent}:${effect.call.repeatKey}`);
        }
        expect(next.draft.parts.length).toBeGreaterThan(0);
        expect(next.draft.images.length).toBeLessThanOrEqual(4);
        state = next;
      }
    }),
    { numRuns: 500 },
  );
});

test("a text change from elsewhere keeps an image whose upload is running, and the upload continues", () => {
  const { state } = runEvents([
    typedEvent,
    { type: "images-added", images: [testImage, { ...testImage, id: "i2" }] },
    { type: "upload-done", imageId: "i2", mediaId: "m2", url: "/m2" },
  ]);
  const elsewhere = { ...createEmptyDraft("p9", 20), parts: [{ id: "p9", text: "Of another device" }] };
  const newer = mergePendingImages(elsewhere, state.draft);
  expect(newer.images.map(({ id }) => id)).toEqual(["i1"]);
  expect(newer.parts).toEqual(elsewhere.parts);
  const taken = runEvents([{ type: "restored", draft: newer }], state);
  expect(taken.effects.filter((effect) => effect.type === "upload" || effect.type === "abort-upload")).toEqual([]);
  const done = runEvents([{ type: "upload-done", imageId: "i1", mediaId: "m1", url: "/m1" }], taken.state);
  expect(done.state.draft.images).toMatchObject([{ id: "i1", state: { type: "ready" } }]);
  expect(mergePendingImages(elsewhere, done.state.draft)).toBe(elsewhere);
});
