import type { ComposerDraft, ImageId } from "#components/composer/state/draft.ts";
import type { UploadLocks } from "./upload-locks.ts";

/** An image file in this browser's storage until it is uploaded. */
export type PendingUpload = {
  imageId: ImageId;
  memberId: string;
  /** The draft of the image; no other draft gets the file back. */
  draftId: string;
  file: File;
  /** The upload's idempotency key, so that a repeated upload creates no second image. */
  repeatKey: string;
  /** The time when the image was added, ms since 1970. */
  atMs: number;
  /** The image's index among those added together. */
  nth: number;
  /** The service's id of the image once it is uploaded. */
  mediaId: string | null;
};

export type PendingUploadStore = {
  all: () => Promise<PendingUpload[]>;
  put: (one: PendingUpload) => Promise<void>;
  remove: (ids: readonly ImageId[]) => Promise<void>;
};

/** Older files belong to no draft that is still being written. */
export const maxPendingUploadMs = 7 * 24 * 60 * 60_000;
/** Most bytes of all files together. A browser allows a site more, but the space for texts comes first. */
export const maxPendingUploadBytes = 60 * 1024 * 1024;

/** Stores a file. @returns false if the browser can't store it: no space, or storage is disabled */
export async function storePendingUpload(
  store: PendingUploadStore,
  one: PendingUpload,
  nowMs: number,
): Promise<boolean> {
  try {
    const others = (await listUnexpired(store, nowMs)).filter(({ imageId }) => imageId !== one.imageId);
    const bytes = others.reduce((sum, { file }) => sum + file.size, one.file.size);
    if (bytes > maxPendingUploadBytes) return false;
    await store.put(one);
    return true;
  } catch {
    return false;
  }
}

/** Records the media id of an uploaded file, which identifies the file until the draft that names it is stored too. */
export async function markUploaded(store: PendingUploadStore, imageId: ImageId, mediaId: string): Promise<void> {
  const one = (await store.all()).find((stored) => stored.imageId === imageId);
  if (one) await store.put({ ...one, mediaId });
}

/**
 * Lists a draft's stored files that the draft lacks, in the order they were added. Removes stored files that the draft
 * already contains.
 */
export async function listPendingUploads(
  store: PendingUploadStore,
  of: { memberId: string; draftId: string; images: ComposerDraft["images"] },
  nowMs: number,
): Promise<PendingUpload[]> {
  const there = new Set(
    of.images.flatMap(({ id, state }) => (state.type === "ready" ? [id, state.mediaId.toLowerCase()] : [id])),
  );
  const isInDraft = ({ imageId, mediaId }: PendingUpload) =>
    there.has(imageId) || (mediaId !== null && there.has(mediaId.toLowerCase()));
  const ownUploads = (await listUnexpired(store, nowMs)).filter(
    ({ memberId, draftId }) => memberId === of.memberId && draftId === of.draftId,
  );
  const done = ownUploads.filter(isInDraft).map(({ imageId }) => imageId);
  if (done.length > 0) await store.remove(done);
  return ownUploads.filter((one) => !isInDraft(one)).sort((a, b) => a.atMs - b.atMs || a.nth - b.nth);
}

/**
 * Claims the stored files of the draft that `at` names, until `at` names none. Files locked by another tab stay with
 * it, and are claimed if that tab closes and leaves them.
 */
export async function claimDraftUploads(
  store: PendingUploadStore,
  atHand: UploadLocks,
  at: () => Parameters<typeof listPendingUploads>[1] | null,
  onFound: (found: readonly PendingUpload[]) => void,
): Promise<void> {
  const check = async () => {
    const of = at();
    return of === null ? [] : await listPendingUploads(store, of, Date.now());
  };
  const [free, others]: PendingUpload[][] = [[], []];
  for (const one of await check()) ((await atHand.take(one.imageId)) ? free : others)?.push(one);
  const hand = (found: readonly PendingUpload[]) =>
    at() === null ? atHand.letGo(found.map(({ imageId }) => imageId)) : onFound(found);
  if (free?.length) hand(free);
  const later = async ({ imageId }: PendingUpload) => {
    if (!(await atHand.wait(imageId))) return;
    const still = (await check()).filter((one) => one.imageId === imageId);
    if (still.length > 0) hand(still);
    else atHand.letGo([imageId]);
  };
  await Promise.all((others ?? []).map(later));
}

/** Lists the files that are not too old, and removes the others. A clock that was set back makes no file old. */
async function listUnexpired(store: PendingUploadStore, nowMs: number): Promise<PendingUpload[]> {
  const all = await store.all();
  const old = all.filter(({ atMs }) => nowMs - atMs > maxPendingUploadMs);
  if (old.length > 0) await store.remove(old.map(({ imageId }) => imageId));
  return all.filter((one) => !old.includes(one));
}
