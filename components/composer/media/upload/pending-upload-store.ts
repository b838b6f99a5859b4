import type { ComposerDraft, ImageId } from "#components/composer/state/draft.ts";
import type { UploadLocks } from "./upload-locks.ts";

/** An image that was not with the service when it was laid down, as it lies in this browser until it is. */
export type PendingUpload = {
  imageId: ImageId;
  memberId: string;
  /** The draft it belongs to: no other one gets it back. */
  draftId: string;
  file: File;
  /** Sent under the same key, what had arrived after all is no second image. */
  repeatKey: string;
  /** Ms since 1970 at which it was added. */
  atMs: number;
  /** Its place among those that were added with it. */
  nth: number;
  /** What the service knows it by, once it has arrived. */
  mediaId: string | null;
};

/** Where they lie. */
export type PendingUploadStore = {
  all: () => Promise<PendingUpload[]>;
  put: (one: PendingUpload) => Promise<void>;
  drop: (ids: readonly ImageId[]) => Promise<void>;
};

/** Older ones belong to nothing that is still being written. */
export const maxPendingUploadMs = 7 * 24 * 60 * 60_000;
/** Bytes of all together: a browser gives a site more, but the words come first. */
export const maxPendingUploadBytes = 60 * 1024 * 1024;

/** Lays it down. @returns false where it can't be kept: no room, or a browser that keeps nothing */
export async function storePendingUpload(
  place: PendingUploadStore,
  one: PendingUpload,
  nowMs: number,
): Promise<boolean> {
  try {
    const others = (await listUnexpired(place, nowMs)).filter(({ imageId }) => imageId !== one.imageId);
    const bytes = others.reduce((sum, { file }) => sum + file.size, one.file.size);
    if (bytes > maxPendingUploadBytes) return false;
    await place.put(one);
    return true;
  } catch {
    return false;
  }
}

/** It has arrived: until the draft that names it is kept too, it is known by that. */
export async function markUploaded(place: PendingUploadStore, imageId: ImageId, mediaId: string): Promise<void> {
  const one = (await place.all()).find((kept) => kept.imageId === imageId);
  if (one) await place.put({ ...one, mediaId });
}

/** What lies here of a draft and is not in it, in the order in which it was added. What is in it is not kept any longer. */
export async function listPendingUploads(
  place: PendingUploadStore,
  of: { memberId: string; draftId: string; images: ComposerDraft["images"] },
  nowMs: number,
): Promise<PendingUpload[]> {
  const there = new Set(
    of.images.flatMap(({ id, state }) => (state.is === "ready" ? [id, state.mediaId.toLowerCase()] : [id])),
  );
  const isThere = ({ imageId, mediaId }: PendingUpload) =>
    there.has(imageId) || (mediaId !== null && there.has(mediaId.toLowerCase()));
  const own = (await listUnexpired(place, nowMs)).filter(
    ({ memberId, draftId }) => memberId === of.memberId && draftId === of.draftId,
  );
  const done = own.filter(isThere).map(({ imageId }) => imageId);
  if (done.length > 0) await place.drop(done);
  return own.filter((one) => !isThere(one)).sort((a, b) => a.atMs - b.atMs || a.nth - b.nth);
}

/**
 * Hands over what lies here of the draft that `at` tells of, until it tells of none. What another tab has at hand is left to
 * it, and handed over if that tab ends and leaves it here.
 */
export async function claimDraftUploads(
  place: PendingUploadStore,
  atHand: UploadLocks,
  at: () => Parameters<typeof listPendingUploads>[1] | null,
  onFound: (found: readonly PendingUpload[]) => void,
): Promise<void> {
  const look = async () => {
    const of = at();
    return of === null ? [] : await listPendingUploads(place, of, Date.now());
  };
  const [free, others]: PendingUpload[][] = [[], []];
  for (const one of await look()) ((await atHand.take(one.imageId)) ? free : others)?.push(one);
  const hand = (found: readonly PendingUpload[]) =>
    at() === null ? atHand.letGo(found.map(({ imageId }) => imageId)) : onFound(found);
  if (free?.length) hand(free);
  const later = async ({ imageId }: PendingUpload) => {
    if (!(await atHand.wait(imageId))) return;
    const still = (await look()).filter((one) => one.imageId === imageId);
    if (still.length > 0) hand(still);
    else atHand.letGo([imageId]);
  };
  await Promise.all((others ?? []).map(later));
}

/** All that is not too old; what is goes. A clock that was set back makes nothing old. */
async function listUnexpired(place: PendingUploadStore, nowMs: number): Promise<PendingUpload[]> {
  const all = await place.all();
  const old = all.filter(({ atMs }) => nowMs - atMs > maxPendingUploadMs);
  if (old.length > 0) await place.drop(old.map(({ imageId }) => imageId));
  return all.filter((one) => !old.includes(one));
}
