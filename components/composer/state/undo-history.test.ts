import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createComposerState, reduceComposer } from "./composer-reducer.ts";
import type { ComposerEffect, ComposerEvent, ComposerState } from "./composer-state.ts";
import { type ComposerDraft, createEmptyDraft } from "./draft.ts";
import { describeChange, findChangeLocation } from "./undone-change.ts";

type Timed = readonly [ComposerEvent, number];
const start = () => createComposerState({ type: "new" }, createEmptyDraft("p1", 20));

function run(
  events: readonly Timed[],
  from: ComposerState = start(),
): { state: ComposerState; effects: ComposerEffect[] } {
  let state = from;
  const effects: ComposerEffect[] = [];
  for (const [event, atMs] of events) {
    const [next, asked] = reduceComposer(state, event, atMs);
    state = next;
    effects.push(...asked);
  }
  return { state, effects };
}

/** Types a text letter by letter, 50 ms each. */
const keys = (text: string, from = "", startMs = 0): Timed[] =>
  [...text].map((_, at) => [{ type: "typed", partId: "p1", text: from + text.slice(0, at + 1) }, startMs + at * 50]);
const undone: Timed = [{ type: "undone" }, 0];
const redone: Timed = [{ type: "redone" }, 0];
const textOf = (state: ComposerState) => state.draft.parts.map((part) => part.text);

/** Strips the upload state, which is not made by the author. */
function made(draft: ComposerDraft) {
  return { ...draft, images: draft.images.map(({ state: _, ...image }) => image) };
}

describe("undo history", () => {
  test("undoes and redoes word by word", () => {
    const { state } = run(keys("two words"));
    const once = run([undone], state).state;
    expect(textOf(once)).toEqual(["two "]);
    expect(textOf(run([undone], once).state)).toEqual([""]);
    expect(textOf(run([redone], once).state)).toEqual(["two words"]);
  });

  test("starts a new step after a pause, and pastes are steps of their own", () => {
    const paused = run([...keys("ab"), ...keys("cd", "ab", 5_000)]).state;
    expect(textOf(run([undone], paused).state)).toEqual(["ab"]);
    const pasted = run([...keys("ab"), [{ type: "typed", partId: "p1", text: "abPASTED" }, 120]]).state;
    expect(textOf(run([undone], pasted).state)).toEqual(["ab"]);
  });

  test("makes one step of an input method's composition, however it went", () => {
    const composed = ["k", "か", "かn", "かん", "漢"].map(
      (text, at): Timed => [{ type: "typed", partId: "p1", text, composition: 1 }, at * 3_000],
    );
    const next: Timed = [{ type: "typed", partId: "p1", text: "漢字", composition: 2 }, 15_100];
    const { state } = run([...composed, next]);
    expect(textOf(run([undone], state).state)).toEqual(["漢"]);
    expect(textOf(run([undone, undone], state).state)).toEqual([""]);
  });

  test("drops redo steps at a new change", () => {
    const { state } = run([...keys("a"), undone, ...keys("b"), redone]);
    expect(textOf(state)).toEqual(["b"]);
  });

  test("restores an image in its current state", () => {
    const image = { id: "i1", name: "a.png", sizeBytes: 1 };
    const { state } = run([
      [{ type: "images-added", images: [image] }, 0],
      [{ type: "upload-done", imageId: "i1", mediaId: "m1", url: "/m1" }, 0],
      [{ type: "image-removed", imageId: "i1" }, 0],
      undone,
    ]);
    expect(state.draft.images).toMatchObject([{ state: { type: "ready", mediaId: "m1" } }]);
    // Metadata from the service survives an undo to a time before the upload.
    const facts = { type: "image/gif", sizeBytes: 9, width: 3, height: 2, moves: true };
    const told: Timed[] = [
      [{ type: "images-added", images: [image] }, 0],
      ...keys("a"),
      [{ type: "upload-done", imageId: "i1", mediaId: "m1", url: "/m1", facts }, 0],
    ];
    const there = { facts, state: { type: "ready" } };
    expect(run([...told, undone]).state.draft.images).toMatchObject([there]);
    expect(run([...told, undone, undone, redone]).state.draft.images).toMatchObject([there]);
    const gone: Timed = [{ type: "image-removed", imageId: "i1" }, 0];
    expect(run([...told, gone, undone, undone, redone, redone, undone]).state.draft.images).toMatchObject([there]);
    // A restored image whose upload was aborted uploads again.
    const stopped = run([
      [{ type: "images-added", images: [image] }, 0],
      [{ type: "image-removed", imageId: "i1" }, 0],
      undone,
    ]);
    expect(stopped.effects.map((effect) => effect.type)).toEqual([
      "save",
      "upload",
      "save",
      "abort-upload",
      "save",
      "upload",
    ]);
  });

  test("stops at the page's initial state, and while an answer is awaited", () => {
    const opened = run([...keys("kept"), [{ type: "opened" }, 0], undone]).state;
    expect(textOf(opened)).toEqual(["kept"]);
    const submit: Timed = [{ type: "submitted", intent: "send", repeatKey: "k" }, 0];
    expect(textOf(run([...keys("sent"), submit, undone]).state)).toEqual(["sent"]);
  });

  test("says where and what it changed", () => {
    const { state: before } = run(keys("Hello"));
    const after = run([[{ type: "part-added", after: "p1", id: "p2", text: "World" }, 0]], before).state;
    expect(findChangeLocation(before.draft, after.draft)).toEqual({ on: null, partId: "p2", at: 5 });
    const edited = run([[{ type: "typed", partId: "p1", text: "Hero" }, 0]], before).state;
    expect(findChangeLocation(edited.draft, before.draft)).toEqual({ on: null, partId: "p1", at: 4 });
    expect(describeChange(before.draft, edited.draft)).toBe("text");
    const toggled = run([[{ type: "channel-toggled", channelId: "c" }, 0]], before).state;
    expect([describeChange(before.draft, toggled.draft), findChangeLocation(before.draft, toggled.draft)]).toEqual([
      "channels",
      null,
    ]);
  });
});

const ids = fc.constantFrom("p1", "p2", "p3");
const on = fc.constantFrom(null, "c1");
const texts = fc.string({ unit: "grapheme", maxLength: 4 });
const images = fc.constantFrom("i1", "i2", "i3");
const edit: fc.Arbitrary<ComposerEvent> = fc.oneof(
  fc.record({ type: fc.constant("typed" as const), partId: ids, text: texts, on }),
  fc.record({ type: fc.constant("part-added" as const), after: ids, id: ids, text: texts, on }),
  fc.record({ type: fc.constant("part-removed" as const), partId: ids, on }),
  fc.record({ type: fc.constant("part-moved" as const), partId: ids, by: fc.integer({ min: -2, max: 2 }), on }),
  fc.record({ type: fc.constant("part-merged" as const), partId: ids, on }),
  fc.record({ type: fc.constant("parts-joined" as const), text: texts, on }),
  fc
    .record({ texts: fc.array(texts, { minLength: 1, maxLength: 4 }), on })
    .map((one): ComposerEvent => ({ type: "sheet-written", ids: ["f1", "f2", "f3", "f4"], ...one })),
  ids.map(
    (partId): ComposerEvent => ({
      type: "part-split",
      partId,
      texts: ["a", "b"],
      ids: [`${partId}s`],
      gaps: ["", " "],
    }),
  ),
  fc.constant<ComposerEvent>({ type: "own-begun", channelId: "c1", ids: ["o1"] }),
  fc.constant<ComposerEvent>({ type: "own-dropped", channelId: "c1" }),
  images.map((id): ComposerEvent => ({ type: "images-added", images: [{ id, name: id, sizeBytes: 1 }] })),
  fc.record({ type: fc.constant("image-removed" as const), imageId: images }),
  fc.record({ type: fc.constant("alt-written" as const), imageId: images, alt: texts }),
  fc.record({ type: fc.constant("upload-done" as const), imageId: images, mediaId: images, url: images }),
  fc.record({ type: fc.constant("upload-failed" as const), imageId: images, why: texts }),
  fc.record({ type: fc.constant("upload-retried" as const), imageId: images }),
  fc.record({ type: fc.constant("image-lost" as const), imageId: images, why: texts }),
  fc.record({ type: fc.constant("channel-toggled" as const), channelId: fc.constantFrom("c1", "c2") }),
  fc.record({ type: fc.constant("points-set" as const), points: fc.nat(1000) }),
  fc.constantFrom<ComposerEvent>(
    { type: "when-set", when: { type: "now" } },
    { type: "when-set", when: { type: "at", date: "2027-01-02", time: "09:00", zone: "UTC" } },
  ),
);

test("undoing everything leads to the start, and redoing everything to the end", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(edit, fc.nat(1_500)), { maxLength: 60 }), (events) => {
      // Each image is added only once, because its id is created with it.
      const seen = new Set<string>();
      const timed: Timed[] = [];
      for (const [event, ms] of events) {
        const added = event.type === "images-added" ? event.images[0]?.id : undefined;
        if (added !== undefined && seen.has(added)) continue;
        if (added !== undefined) seen.add(added);
        timed.push([event, (timed.at(-1)?.[1] ?? 0) + ms]);
      }
      const end = run(timed).state;
      let state = end;
      for (let steps = state.history.past.length; steps > 0; steps -= 1) state = run([undone], state).state;
      expect(made(state.draft)).toEqual(made(start().draft));
      expect(run([undone], state).state).toBe(state);
      for (let steps = state.history.future.length; steps > 0; steps -= 1) state = run([redone], state).state;
      expect(made(state.draft)).toEqual(made(end.draft));
      // An aborted upload starts again, which loses nothing.
      for (const image of end.draft.images) {
        if (image.state.type === "uploading") continue;
        expect(state.draft.images.find(({ id }) => id === image.id)?.state).toEqual(image.state);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a rewritten document keeps the ids of unchanged parts, and never has an id twice", () => {
  fc.assert(
    fc.property(
      fc.array(texts, { minLength: 1, maxLength: 6 }),
      fc.array(texts, { minLength: 1, maxLength: 6 }),
      (was, is) => {
        const names = (list: readonly string[], mark: string) => list.map((_, at) => `${mark}${at}`);
        const before = run([[{ type: "sheet-written", texts: was, ids: names(was, "a") }, 0]]).state;
        const after = run([[{ type: "sheet-written", texts: is, ids: names(is, "b") }, 0]], before).state;
        expect(textOf(after)).toEqual(is);
        const found = after.draft.parts.map(({ id }) => id);
        expect(new Set(found).size).toBe(found.length);
        if (was[0] === is[0]) expect(found[0]).toBe(before.draft.parts[0]?.id);
      },
    ),
  );
});
