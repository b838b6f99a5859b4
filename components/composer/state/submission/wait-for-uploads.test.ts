import { expect, test } from "vitest";
import type { ComposerEvent } from "#components/composer/state/composer-state.ts";
import {
  createSubmittedEvent,
  getSendEffects,
  runEvents,
  testImage,
  typedEvent,
} from "#components/composer/state/testing/run-events.ts";

test("waits for uploads, then submits automatically with the images", () => {
  const waiting = runEvents([typedEvent, { type: "images-added", images: [testImage] }, createSubmittedEvent("k1")]);
  expect(waiting.state.phase.status).toBe("waiting");
  expect(getSendEffects(waiting.effects)).toHaveLength(0);
  const done = runEvents([{ type: "upload-done", imageId: "i1", mediaId: "m1", url: "/m1" }], waiting.state);
  expect(getSendEffects(done.effects)).toMatchObject([
    { call: { repeatKey: "k1" }, draft: { images: [{ state: { mediaId: "m1" } }] } },
  ]);
});

test("an edit during the wait for an upload stops the automatic submission", () => {
  const waiting = runEvents([typedEvent, { type: "images-added", images: [testImage] }, createSubmittedEvent("k1")]);
  const changes: ComposerEvent[] = [
    { type: "typed", partId: "p1", text: "Bet" },
    { type: "alt-written", imageId: "i1", alt: "A" },
    { type: "image-removed", imageId: "i1" },
    { type: "undone" },
  ];
  for (const change of changes) {
    const changed = runEvents([change], waiting.state);
    expect(changed.state.phase).toEqual({ status: "editing", takenBack: "send" });
    const done = runEvents([{ type: "upload-done", imageId: "i1", mediaId: "m1", url: "/m1" }], changed.state);
    expect(getSendEffects([...changed.effects, ...done.effects])).toEqual([]);
    expect(getSendEffects(runEvents([createSubmittedEvent("k2")], done.state).effects)).toMatchObject([
      { call: { repeatKey: "k2" } },
    ]);
  }
});

test("queued offline, the post stays editable and is sent under its first key when it is released", () => {
  const held = runEvents([typedEvent, { type: "held", intent: "send", repeatKey: "k1" }]);
  expect(getSendEffects(held.effects)).toHaveLength(0);
  const edited = runEvents([{ type: "typed", partId: "p1", text: "Better" }], held.state);
  expect(edited.state).toMatchObject({
    phase: { status: "held", repeatKey: "k1" },
    draft: { parts: [{ text: "Better" }] },
  });
  const sent = runEvents([createSubmittedEvent("k1"), createSubmittedEvent("k2")], edited.state);
  expect(getSendEffects(sent.effects)).toMatchObject([{ call: { repeatKey: "k1" } }]);
  expect(runEvents([{ type: "wait-canceled" }], edited.state).state.phase).toEqual({ status: "editing" });
  // Not while a request is in flight, nor after the submission.
  const again: ComposerEvent = { type: "held", intent: "send", repeatKey: "k3" };
  expect(runEvents([again], sent.state).state).toBe(sent.state);
});

test("a failed upload returns the composer to editing, and nothing is sent", () => {
  const { state, effects } = runEvents([
    typedEvent,
    { type: "images-added", images: [testImage] },
    createSubmittedEvent("k1"),
    { type: "upload-failed", imageId: "i1", why: "Too large." },
  ]);
  expect(state.phase).toEqual({ status: "editing" });
  expect(getSendEffects(effects)).toHaveLength(0);
  expect(getSendEffects(runEvents([createSubmittedEvent("k2")], state).effects)).toHaveLength(0);
});
