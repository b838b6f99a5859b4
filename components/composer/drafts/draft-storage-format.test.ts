import fc from "fast-check";
import { expect, test } from "vitest";
import type { ComposerDraft, PublishTime } from "#components/composer/state/draft.ts";
import { parseLastChannels } from "#components/post-actions/last-channels.ts";
import {
  getCurrentDraftIdKey,
  getDraftKey,
  hexToUuid,
  parseStoredDraft,
  parseUnansweredSaves,
  serializeStoredDraft,
} from "./draft-storage-format.ts";

const when = fc.oneof(
  fc.constant<PublishTime>({ type: "now" }),
  fc.record({
    type: fc.constant("at" as const),
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
  state: fc.record({ type: fc.constant("ready" as const), mediaId: fc.string(), url: fc.string() }),
});
const parts = fc.array(fc.record({ id: fc.string(), text: fc.string() }), { minLength: 1, maxLength: 100 });
const drafts: fc.Arbitrary<ComposerDraft> = fc.record({
  parts,
  own: fc.dictionary(fc.uuid(), parts, { maxKeys: 3 }),
  images: fc.array(ready, { maxLength: 4 }),
  channelIds: fc.array(fc.string()),
  when,
  points: fc.nat({ max: 1000 }),
});

test("a stored draft is read back unchanged", () => {
  fc.assert(
    fc.property(
      drafts,
      fc.nat(),
      fc.option(fc.record({ id: fc.string(), version: fc.nat() })),
      fc.nat(),
      fc.boolean(),
      fc.option(fc.string()),
      fc.option(fc.string()),
      (draft, keptAtMs, post, base, isSaved, savedAt, slot) => {
        const kept = { draft, keptAtMs, by: "tab", post, base, isSaved, savedAt, slot };
        expect(parseStoredDraft(serializeStoredDraft(kept))).toEqual(kept);
      },
    ),
  );
});

test("a request sent without an answer is read back, and one of another version is ignored", () => {
  const content = { parts: ["One"], own: {}, images: [], channels: [], when: null, points: 20, post: null };
  expect(parseUnansweredSaves(JSON.stringify([content, { parts: "One" }, null]))).toEqual([content]);
  expect(parseUnansweredSaves("[")).toEqual([]);
  expect(parseUnansweredSaves(null)).toEqual([]);
});

test("an image that is not uploaded yet is not stored", () => {
  const draft: ComposerDraft = {
    parts: [{ id: "a", text: "One" }],
    own: {},
    images: [{ id: "i", name: "i.png", sizeBytes: 1, alt: "", state: { type: "uploading", share: 0.5 } }],
    channelIds: [],
    when: { type: "now" },
    points: 20,
  };
  expect(
    parseStoredDraft(
      serializeStoredDraft({
        draft,
        keptAtMs: 1,
        by: "t",
        post: null,
        base: 0,
        isSaved: false,
        savedAt: null,
        slot: null,
      }),
    )?.draft.images,
  ).toEqual([]);
});

test("a draft whose time and images an earlier version stored with `is` is read", () => {
  const image = { id: "i", name: "i.png", sizeBytes: 1, alt: "", state: { is: "ready", mediaId: "m", url: "/m" } };
  const when = { is: "at", date: "2026-12-01", time: "09:00", zone: "UTC" };
  const draft = { parts: [{ id: "a", text: "One" }], own: {}, images: [image], channelIds: [], when, points: 20 };
  const read = parseStoredDraft(JSON.stringify({ draft, keptAtMs: 1, by: "tab" }))?.draft;
  expect(read?.when).toEqual({ type: "at", date: "2026-12-01", time: "09:00", zone: "UTC" });
  expect(read?.images[0]?.state).toEqual({ type: "ready", mediaId: "m", url: "/m" });
});

test("a draft of an earlier version is read: without overrides and image descriptions, with the version of its post", () => {
  const image = { id: "i", name: "i.png", sizeBytes: 1, state: { type: "ready", mediaId: "m", url: "/m" } };
  const draft = {
    parts: [{ id: "a", text: "One" }],
    images: [image],
    channelIds: [],
    when: { type: "now" },
    points: 20,
  };
  const kept = parseStoredDraft(JSON.stringify({ draft, keptAtMs: 1, by: "t", version: 3, slot: "p1" }));
  expect(kept?.post).toEqual({ id: "p1", version: 3 });
  expect(kept?.draft).toEqual({ ...draft, own: {}, images: [{ ...image, alt: "" }] });
});

test("any other stored value is no draft and no error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => parseStoredDraft(text)).not.toThrow();
      expect(() => parseLastChannels(text)).not.toThrow();
    }),
  );
  expect(parseStoredDraft(null)).toBeNull();
  expect(parseStoredDraft('{"draft":{"parts":[]},"keptAtMs":1,"by":"t"}')).toBeNull();
});

test("members, and posts being edited, do not share a draft", () => {
  expect(new Set([getDraftKey("a", "d1"), getDraftKey("b", "d1"), getDraftKey("a", "d2")]).size).toBe(3);
  expect(
    new Set([getCurrentDraftIdKey("a", null), getCurrentDraftIdKey("b", null), getCurrentDraftIdKey("a", "p1")]).size,
  ).toBe(3);
  expect(hexToUuid("0123456789abcdef0123456789abcdef")).toBe("01234567-89ab-cdef-0123-456789abcdef");
});
