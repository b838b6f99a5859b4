import { expect, test } from "vitest";
import type { ComposerSubject } from "#components/composer/state/composer-state.ts";
import { createEmptyDraft } from "#components/composer/state/draft.ts";
import { isEditWithoutUndo } from "./edit-without-undo.ts";

const subject: ComposerSubject = { type: "post", postId: "a", version: 1 };
const whole = {
  id: "s",
  posts: [{ id: "a", version: 1, channelId: "x", at: null }],
  fixed: [],
  kept: { media: [] },
  haveDifferentImages: false,
};
const on = (...channelIds: string[]) => ({ ...createEmptyDraft("p", 20), channelIds });

test("an edit has no undo where the service can't wait, or where its channels change", () => {
  expect(isEditWithoutUndo(subject, on("x"), null)).toBe(true);
  expect(isEditWithoutUndo({ ...subject, whole }, on("x", "bluesky"), 5)).toBe(true);
  expect(isEditWithoutUndo({ ...subject, whole }, on("bluesky"), 5)).toBe(true);
});

test("an edit that the service can take back, one without the wait and a new post have no such warning", () => {
  expect(isEditWithoutUndo(subject, on("x"), 5)).toBe(false);
  expect(isEditWithoutUndo({ ...subject, whole }, on("x"), 5)).toBe(false);
  expect(isEditWithoutUndo(subject, on("x"), 0)).toBe(false);
  expect(isEditWithoutUndo({ type: "new" }, on("x"), null)).toBe(false);
});
