import fc from "fast-check";
import { expect, test } from "vitest";
import type { Draft, When } from "../machine/draft.ts";
import { keptName, readKept, readLastChannels, writeKept } from "./kept-draft.ts";

const when = fc.oneof(
  fc.constant<When>({ is: "now" }),
  fc.record({
    is: fc.constant("at" as const),
    date: fc.string(),
    time: fc.string(),
    zone: fc.string(),
  }),
);
const ready = fc.record({
  id: fc.string(),
  name: fc.string(),
  sizeBytes: fc.nat(),
  alt: fc.string(),
  state: fc.record({ is: fc.constant("ready" as const), mediaId: fc.string(), url: fc.string() }),
});
const parts = fc.array(fc.record({ id: fc.string(), text: fc.string() }), { minLength: 1, maxLength: 100 });
const drafts: fc.Arbitrary<Draft> = fc.record({
  parts,
  own: fc.dictionary(fc.uuid(), parts, { maxKeys: 3 }),
  images: fc.array(ready, { maxLength: 4 }),
  channelIds: fc.array(fc.string()),
  when,
  points: fc.nat({ max: 1000 }),
});

test("what is kept is read back as it was", () => {
  fc.assert(
    fc.property(drafts, fc.nat(), fc.option(fc.nat()), (draft, keptAtMs, version) => {
      const kept = { draft, keptAtMs, by: "tab", version };
      expect(readKept(writeKept(kept))).toEqual(kept);
    }),
  );
});

test("an image that is not with the service yet is not kept", () => {
  const draft: Draft = {
    parts: [{ id: "a", text: "One" }],
    own: {},
    images: [{ id: "i", name: "i.png", sizeBytes: 1, alt: "", state: { is: "uploading", share: 0.5 } }],
    channelIds: [],
    when: { is: "now" },
    points: 20,
  };
  expect(readKept(writeKept({ draft, keptAtMs: 1, by: "t", version: null }))?.draft.images).toEqual([]);
});

test("what an earlier version kept, without words for one channel and without descriptions, is read", () => {
  const image = { id: "i", name: "i.png", sizeBytes: 1, state: { is: "ready", mediaId: "m", url: "/m" } };
  const draft = { parts: [{ id: "a", text: "One" }], images: [image], channelIds: [], when: { is: "now" }, points: 20 };
  const kept = readKept(JSON.stringify({ draft, keptAtMs: 1, by: "t", version: null }));
  expect(kept?.draft).toEqual({ ...draft, own: {}, images: [{ ...image, alt: "" }] });
});

test("whatever else lies there is no draft and no error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => readKept(text)).not.toThrow();
      expect(() => readLastChannels(text)).not.toThrow();
    }),
  );
  expect(readKept(null)).toBeNull();
  expect(readKept('{"draft":{"parts":[]},"keptAtMs":1,"by":"t"}')).toBeNull();
});

test("members, and posts being edited, do not share a draft", () => {
  expect(new Set([keptName("a", null), keptName("b", null), keptName("a", "p1"), keptName("a", "p2")]).size).toBe(4);
});
