import { expect, test } from "vitest";
import { createComposerState, reduceComposer } from "#components/composer/state/composer-reducer.ts";
import { type ComposerDraft, createEmptyDraft, type DraftImage } from "#components/composer/state/draft.ts";
import { insertTemplate } from "./insert-template.ts";

const draftOf = (...texts: string[]): ComposerDraft => ({
  ...createEmptyDraft("p0", 20),
  parts: texts.map((text, at) => ({ id: `p${at}`, text })),
});
const ids = () => {
  let count = 0;
  return () => {
    count += 1;
    return `new${count}`;
  };
};
const image = (id: string): DraftImage => ({
  id,
  name: `${id}.png`,
  sizeBytes: 1,
  alt: "",
  state: { type: "ready", mediaId: id, url: `/${id}` },
});
const textsOf = (made: ReturnType<typeof insertTemplate>) =>
  "draft" in made ? made.draft.parts.map(({ text }) => text) : made;

test("a text is inserted at the caret and replaces the selection", () => {
  const at = { variantId: null, part: 1, start: 3, end: 5 };
  const made = insertTemplate(draftOf("First", "One two"), draftOf("NEW", " "), at, ids());
  expect(textsOf(made)).toEqual(["First", "OneNEWwo"]);
  expect(made).toMatchObject({ caret: { id: "p1", start: 6 }, imagesLeft: 0 });
});

test("a thread is inserted after the current part, or replaces it if it is empty", () => {
  const thread = draftOf("One", "Two", "Three");
  const after = insertTemplate(draftOf("First", "Last"), thread, { variantId: null, part: 0, start: 2, end: 2 }, ids());
  expect(textsOf(after)).toEqual(["First", "One", "Two", "Three", "Last"]);
  expect(after).toMatchObject({ caret: { id: "new3", start: 5 } });
  const blank = insertTemplate(draftOf(" ", "Last"), thread, { variantId: null, part: 0, start: 0, end: 0 }, ids());
  expect(textsOf(blank)).toEqual(["One", "Two", "Three", "Last"]);
  expect(blank).toMatchObject({ caret: { id: "new3", start: 5 } });
});

test("an override receives the template without the common text", () => {
  const draft = { ...draftOf("Common"), own: { c: [{ id: "q", text: "Own" }] } };
  const made = insertTemplate(draft, draftOf("!"), { variantId: "c", part: 0, start: 3, end: 3 }, ids());
  expect(made).toMatchObject({ draft: { parts: draft.parts, own: { c: [{ id: "q", text: "Own!" }] } } });
});

test("images are added as far as there is room, each once; channels and time stay", () => {
  const draft = { ...draftOf("a"), images: ["1", "2", "3"].map(image), channelIds: ["mine"] };
  const template = { ...draftOf("b"), images: ["3", "4", "5"].map(image), channelIds: ["its"], points: 7 };
  const made = insertTemplate(draft, template, { variantId: null, part: 0, start: 1, end: 1 }, ids());
  expect("draft" in made && made.draft.images.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
  expect(made).toMatchObject({ imagesLeft: 1, ownLeft: 0, draft: { channelIds: ["mine"], points: 20 } });
});

test("a template's overrides stay in the template and are counted", () => {
  const template = { ...draftOf("Common"), own: { a: [{ id: "q", text: "For a" }], b: [{ id: "r", text: "For b" }] } };
  const made = insertTemplate(draftOf(""), template, { variantId: null, part: 0, start: 0, end: 0 }, ids());
  expect(made).toMatchObject({ ownLeft: 2, draft: { own: {} } });
});

test("a template that does not fit is refused with a sentence", () => {
  const at = { variantId: null, part: 0, start: 1, end: 1 };
  const many = draftOf(...Array.from({ length: 60 }, (_, part) => `${part}`));
  expect(insertTemplate(many, many, at, ids())).toEqual({
    refusal: "That would be 120 parts; a thread holds 100.",
  });
  const long = draftOf("a".repeat(20_000));
  expect(insertTemplate(long, long, at, ids())).toEqual({ refusal: "A part holds 25,000 characters." });
});

test("one undo removes the whole template", () => {
  const draft = draftOf("First");
  const at = { variantId: null, part: 0, start: 5, end: 5 };
  const made = insertTemplate(draft, { ...draftOf("One", "Two"), images: [image("1")] }, at, ids());
  if (!("draft" in made)) throw new Error("It fits.");
  const [after] = reduceComposer(createComposerState({ type: "new" }, draft), { type: "restored", draft: made.draft });
  expect(after.draft.parts).toHaveLength(3);
  expect(reduceComposer(after, { type: "undone" })[0].draft).toEqual(draft);
});
