import fc from "fast-check";
import { expect, test } from "vitest";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { fromDraftContent } from "./from-draft-content.ts";
import { isSameContent } from "./is-same-content.ts";
import { toDraftContent } from "./to-draft-content.ts";

const texts = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 });
const parts = texts.map((all) => all.map((text, at) => ({ id: `p${at}`, text })));
const images = fc.uniqueArray(fc.uuid(), { maxLength: 4 }).map((ids) =>
  ids.map((id) => ({
    id,
    name: "a.png",
    alt: `of ${id}`,
    sizeBytes: 7,
    state: { type: "ready" as const, mediaId: id, url: `/media/${id}` },
  })),
);
const when: fc.Arbitrary<ComposerDraft["when"]> = fc.oneof(
  fc.constant<ComposerDraft["when"]>({ type: "now" }),
  fc.record(
    {
      type: fc.constant("at" as const),
      date: fc.string(),
      time: fc.string(),
      zone: fc.string(),
      fold: fc.constantFrom("earlier" as const, "later" as const),
    },
    { requiredKeys: ["type", "date", "time", "zone"] },
  ),
);
const drafts: fc.Arbitrary<ComposerDraft> = fc.record({
  parts,
  own: fc.dictionary(fc.uuid(), parts, { maxKeys: 3 }),
  images,
  when,
  channelIds: fc.array(fc.uuid()),
  threads: fc.dictionary(fc.uuid(), fc.constantFrom("chain", "join"), { maxKeys: 3 }),
  points: fc.nat(1000),
});
const filesOf = ({ images: all }: ComposerDraft) =>
  all.map(({ id, sizeBytes }) => ({ media: id, url: `/media/${id}`, size_bytes: sizeBytes }));

test("a draft returns from the service unchanged", () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const content = toDraftContent(draft, { id: "p", version: 2 });
      // The store may return the JSON's fields in another order.
      const kept = JSON.parse(JSON.stringify(content, Object.keys(allKeys(content)).sort().reverse()));
      expect(isSameContent(kept, content)).toBe(true);
      const back = fromDraftContent({ content: kept, images: filesOf(draft) }, () => "n");
      expect(back.when).toEqual(draft.when);
      expect(isSameContent(toDraftContent(back, content.post), content)).toBe(true);
    }),
  );
});

test("drafts that differ anywhere are not equal", () => {
  const base = toDraftContent({ ...blank, parts: [{ id: "p", text: "One" }] }, null);
  for (const other of [
    { ...base, parts: ["One", ""] },
    { ...base, own: { a: ["One"] } },
    { ...base, images: [{ media: "m", name: "n", alt: "" }] },
    { ...base, channels: ["a"] },
    { ...base, when: { date: "", time: "", zone: "" } },
    { ...base, points: 21 },
    { ...base, post: { id: "p", version: 1 } },
  ]) {
    expect(isSameContent(base, other)).toBe(false);
  }
});

test("an image being uploaded is not saved, and one without a file does not come back", () => {
  const image = { id: "i", name: "a.png", alt: "", sizeBytes: 1 };
  const draft: ComposerDraft = { ...blank, images: [{ ...image, state: { type: "uploading", share: 0.5 } }] };
  expect(toDraftContent(draft, null).images).toEqual([]);
  const content = { ...toDraftContent(blank, null), images: [{ media: "gone", name: "a.png", alt: "" }] };
  expect(fromDraftContent({ content, images: [] }, () => "n").images).toEqual([]);
});

const blank: ComposerDraft = {
  parts: [{ id: "p", text: "" }],
  own: {},
  images: [],
  channelIds: [],
  when: { type: "now" },
  points: 20,
};

/** Collects every key of a value, for the key list of `JSON.stringify`. */
function allKeys(value: unknown): Record<string, true> {
  if (typeof value !== "object" || value === null) return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => ({
      ...allKeys(inner),
      ...(!Array.isArray(value) && { [key]: true }),
    })),
  );
}
