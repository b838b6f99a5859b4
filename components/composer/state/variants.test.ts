import { expect, test } from "vitest";
import type { EditEvent } from "./composer-state.ts";
import { type ComposerDraft, createEmptyDraft, getPublishableParts, getVariantParts, isDraftBlank } from "./draft.ts";
import { reduceDraft } from "./reduce-draft.ts";

const common: ComposerDraft = {
  ...createEmptyDraft("a", 20),
  parts: [
    { id: "a", text: "One" },
    { id: "b", text: "Two" },
  ],
  channelIds: ["x", "li"],
};
const edit = (draft: ComposerDraft, ...events: EditEvent[]) =>
  events.reduce((now, event) => reduceDraft(now, event)[0], draft);
const texts = (draft: ComposerDraft, sheet: string | null) => getPublishableParts(draft, sheet).map(({ text }) => text);

test("an override begins with the common text, and neither follows the other", () => {
  const own = edit(common, { type: "own-begun", channelId: "li", ids: ["c", "d"] });
  expect(texts(own, "li")).toEqual(["One", "Two"]);
  const both = edit(
    own,
    { type: "typed", on: "li", partId: "c", text: "For LinkedIn" },
    { type: "typed", partId: "b", text: "Zwei" },
  );
  expect([texts(both, null), texts(both, "li"), texts(both, "x")]).toEqual([
    ["One", "Zwei"],
    ["For LinkedIn", "Two"],
    ["One", "Zwei"],
  ]);
});

test("creating an override again changes nothing, and removing it restores the common text", () => {
  const own = edit(
    common,
    { type: "own-begun", channelId: "li", ids: ["c", "d"] },
    { type: "typed", on: "li", partId: "c", text: "Mine" },
  );
  expect(edit(own, { type: "own-begun", channelId: "li", ids: ["e", "f"] })).toBe(own);
  expect(getVariantParts(edit(own, { type: "own-dropped", channelId: "li" }), "li")).toBe(own.parts);
});

test("a change of a missing variant changes nothing", () => {
  expect(edit(common, { type: "typed", on: "li", partId: "a", text: "Lost?" })).toBe(common);
  expect(edit(common, { type: "own-dropped", channelId: "li" })).toBe(common);
});

test("text in an override alone is not discarded as empty", () => {
  const draft = edit(
    createEmptyDraft("a", 20),
    { type: "own-begun", channelId: "li", ids: ["c"] },
    { type: "typed", on: "li", partId: "c", text: "Only here" },
  );
  expect(isDraftBlank(draft)).toBe(false);
});
