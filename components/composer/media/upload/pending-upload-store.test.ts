import { expect, test } from "vitest";
import type { DraftImage } from "#components/composer/state/draft.ts";
import {
  claimDraftUploads,
  listPendingUploads,
  markUploaded,
  maxPendingUploadBytes,
  maxPendingUploadMs,
  type PendingUpload,
  type PendingUploadStore,
  storePendingUpload,
} from "./pending-upload-store.ts";
import { createUploadLocks } from "./upload-locks.ts";

/** An in-memory store that behaves like the browser's: it stores copies and lists them in the order of their ids. */
function inMemory(): PendingUploadStore {
  const kept = new Map<string, PendingUpload>();
  return {
    all: async () => [...kept.values()].sort((a, b) => (a.imageId < b.imageId ? -1 : 1)).map((one) => ({ ...one })),
    put: async (one) => void kept.set(one.imageId, { ...one }),
    remove: async (ids) => {
      for (const id of ids) kept.delete(id);
    },
  };
}

const nowMs = Date.parse("2026-11-22T10:00:00Z");
const fileOf = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: "image/png" });
const one = (imageId: string, more: Partial<PendingUpload> = {}): PendingUpload => ({
  imageId,
  memberId: "me",
  draftId: "d1",
  repeatKey: `key ${imageId}`,
  atMs: nowMs,
  nth: 0,
  mediaId: null,
  file: fileOf(`${imageId}.png`, 10),
  ...more,
});
const ready = (id: string, mediaId: string): DraftImage => ({
  id,
  name: id,
  sizeBytes: 10,
  alt: "",
  state: { type: "ready", mediaId, url: `/media/${mediaId}` },
});
const idsOf = (files: readonly PendingUpload[]) => files.map(({ imageId }) => imageId);
const own = { memberId: "me", draftId: "d1", images: [] };

test("an image returns only to its own draft, with its key, in the order of adding", async () => {
  const place = inMemory();
  await storePendingUpload(place, one("c", { nth: 0 }), nowMs);
  await storePendingUpload(place, one("a", { nth: 1 }), nowMs);
  await storePendingUpload(place, one("b", { atMs: nowMs - 5, nth: 7 }), nowMs);
  await storePendingUpload(place, one("other draft", { draftId: "d2" }), nowMs);
  await storePendingUpload(place, one("other member", { memberId: "you" }), nowMs);
  const found = await listPendingUploads(place, own, nowMs);
  expect(idsOf(found)).toEqual(["b", "c", "a"]);
  expect(found[1]).toMatchObject({ repeatKey: "key c", draftId: "d1" });
  expect(idsOf(await listPendingUploads(place, { ...own, draftId: "d2" }, nowMs))).toEqual(["other draft"]);
  expect(idsOf(await listPendingUploads(place, { ...own, memberId: "you" }, nowMs))).toEqual(["other member"]);
});

test("an uploaded image returns only to a draft that does not have it yet", async () => {
  const place = inMemory();
  await storePendingUpload(place, one("a"), nowMs);
  await markUploaded(place, "a", "0A1B");
  // The page ended before the draft was stored.
  expect(idsOf(await listPendingUploads(place, own, nowMs))).toEqual(["a"]);
  // The stored draft and the service's version both name the image by its own id.
  expect(await listPendingUploads(place, { ...own, images: [ready("0a1b", "0a1b")] }, nowMs)).toEqual([]);
  expect(await place.all()).toEqual([]);
  await markUploaded(place, "gone", "m1");
  expect(await place.all()).toEqual([]);
});

test("an image that is in the draft already is removed from the store", async () => {
  const place = inMemory();
  await storePendingUpload(place, one("a"), nowMs);
  const images = [ready("a", "m1")];
  expect(await listPendingUploads(place, { ...own, images }, nowMs)).toEqual([]);
  expect(await place.all()).toEqual([]);
});

test("images of all members are dropped after a week; a clock set back drops nothing", async () => {
  const place = inMemory();
  await storePendingUpload(place, one("old", { memberId: "you" }), nowMs);
  await storePendingUpload(place, one("young", { atMs: nowMs + 1 }), nowMs);
  expect(idsOf(await listPendingUploads(place, own, nowMs - maxPendingUploadMs * 2))).toEqual(["young"]);
  expect(idsOf(await listPendingUploads(place, own, nowMs + maxPendingUploadMs + 1))).toEqual(["young"]);
  expect(idsOf(await place.all())).toEqual(["young"]);
});

test("images beyond the limit are not stored, and stored ones stay", async () => {
  const place = inMemory();
  const large = fileOf("large.png", maxPendingUploadBytes - 15);
  expect(await storePendingUpload(place, one("a", { file: large }), nowMs)).toBe(true);
  expect(await storePendingUpload(place, one("b"), nowMs)).toBe(true);
  expect(await storePendingUpload(place, one("c"), nowMs)).toBe(false);
  // Storing the same image twice adds no second one.
  expect(await storePendingUpload(place, one("b"), nowMs)).toBe(true);
  expect(idsOf(await place.all())).toEqual(["a", "b"]);
});

test("a browser without storage is recognized", async () => {
  const refusing = { ...inMemory(), put: () => Promise.reject(new Error("a private window")) };
  expect(await storePendingUpload(refusing, one("a"), nowMs)).toBe(false);
  const closed = { ...inMemory(), all: () => Promise.reject(new Error("no database")) };
  expect(await storePendingUpload(closed, one("a"), nowMs)).toBe(false);
});

test("an image that another tab is uploading stays with it, and is taken over if that tab ends first", async () => {
  const place = inMemory();
  const tab = () => createUploadLocks(navigator.locks);
  const [first, second, third] = [tab(), tab(), tab()];
  for (const id of ["a", "b"]) {
    await first.take(id);
    await storePendingUpload(place, one(id, { atMs: Date.now() }), Date.now());
  }
  const told: string[][] = [];
  const taken = claimDraftUploads(
    place,
    second,
    () => own,
    (found) => told.push(idsOf(found)),
  );
  // A third caller that leaves before the others do waits for nothing.
  const gone = claimDraftUploads(
    place,
    third,
    () => own,
    () => told.push(["third"]),
  );
  while ((await navigator.locks.query()).pending?.length !== 4) await Promise.resolve();
  third.leave();
  await gone;
  expect(told).toEqual([]);
  // One upload ends and its file is removed; the other is still pending when the tab closes.
  await place.remove(["a"]);
  first.letGo(["a"]);
  first.leave();
  await taken;
  expect(told).toEqual([["b"]]);
  expect(await first.take("b")).toBe(false);
  second.leave();
  // Without locks both tabs claim the file, and both uploads have one idempotency key.
  expect(await Promise.all([createUploadLocks(null), createUploadLocks(null)].map((each) => each.take("a")))).toEqual([
    true,
    true,
  ]);
});
