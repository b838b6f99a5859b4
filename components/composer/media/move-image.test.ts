import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import { getPartImages } from "#components/composer/state/part-images.ts";
import { moveImage } from "./move-image.ts";

const image = (id: string) => ({
  id,
  name: id,
  sizeBytes: 1,
  alt: "",
  state: { type: "ready" as const, mediaId: id, url: `/${id}` },
});
const draft: ComposerDraft = {
  ...createEmptyDraft("p1", 20),
  parts: [
    { id: "p1", text: "One" },
    { id: "p2", text: "Two" },
    { id: "p3", text: "Three", images: ["c"] },
  ],
  own: { x: [{ id: "x1", text: "Own" }] },
  images: ["a", "b", "c"].map(image),
};
const places = (of: ComposerDraft, parts = of.parts) =>
  getPartImages(of, parts).map((images) => images.map(({ id }) => id).join(""));

test("an image moves among those of its part", () => {
  expect(places(moveImage(draft, "a", 1, null))).toEqual(["ba", "", "c"]);
  expect(places(moveImage(draft, "b", -1, null))).toEqual(["ba", "", "c"]);
  const four = { ...draft, images: ["a", "b", "d", "c"].map(image) };
  expect(places(moveImage(four, "a", 2, null))).toEqual(["bda", "", "c"]);
});

test("at the end of its part an image moves on to the next part, and back", () => {
  const moved = moveImage(draft, "b", 1, null);
  expect(places(moved)).toEqual(["a", "b", "c"]);
  expect(places(moveImage(moved, "b", -1, null))).toEqual(["ab", "", "c"]);
  expect(places(moveImage(moved, "c", -1, null))).toEqual(["a", "bc", ""]);
  expect(moveImage(draft, "a", -1, null)).toBe(draft);
});

test("moving an image in the text for all leaves a channel's own text as it was", () => {
  const moved = moveImage(draft, "a", -1, null);
  const away = moveImage(draft, "b", 1, null);
  for (const one of [moved, away]) expect(places(one, one.own["x"])).toEqual(["ab"]);
});

test("no row of moves puts an image on two parts, or loses one", () => {
  const move = fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom(-1, 1));
  fc.assert(
    fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
      const moved = moves.reduce((now, [id, by]) => moveImage(now, id, by, null), draft);
      expect([...places(moved).join("")].sort()).toEqual(["a", "b", "c"]);
    }),
  );
});
