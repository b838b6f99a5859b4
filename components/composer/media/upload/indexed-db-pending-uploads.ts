import { createStore, delMany, set, values } from "idb-keyval";
import { removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import type { ImageId } from "#components/composer/state/draft.ts";
import {
  claimDraftUploads,
  markUploaded,
  type PendingUpload,
  type PendingUploadStore,
  storePendingUpload,
} from "./pending-upload-store.ts";
import { getPendingUploadsKey } from "./pending-uploads-key.ts";
import { createUploadLocks } from "./upload-locks.ts";

/** Opened with the first use. Local storage holds only text, and no more than 5 MB. */
const database = createStore("postwright-images", "files");

/** The store in this browser's database. Every method rejects if there is no database, as in some private windows. */
const indexedDbUploadStore: PendingUploadStore = {
  all: () => values<PendingUpload>(database),
  put: (one) => set(one.imageId, one, database),
  remove: (ids) => delMany([...ids], database),
};

/** Ms after an upload within which the draft that names the image is stored too. */
const removalDelayMs = 3_000;

const uploadLocks = createUploadLocks("locks" in navigator ? navigator.locks : null);

/** Stores a file in this browser until it is uploaded. @returns false if the browser can't store it */
export async function putPendingUpload(one: PendingUpload): Promise<boolean> {
  // Locked before the file is stored, so that no other tab claims the file.
  await uploadLocks.take(one.imageId);
  const isStored = await storePendingUpload(indexedDbUploadStore, one, Date.now());
  // The flag lets a page skip the database if there are no pending uploads.
  if (isStored) setLocalItem(getPendingUploadsKey(one.memberId), "1");
  else uploadLocks.letGo([one.imageId]);
  return isStored;
}

/**
 * Removes an uploaded file after a delay, because the page may close before the draft that names the image is stored.
 */
export async function removeUploadedFileLater(memberId: string, imageId: ImageId, mediaId: string): Promise<void> {
  await markUploaded(indexedDbUploadStore, imageId, mediaId);
  setTimeout(() => void releasePendingUploads(memberId, [imageId]).catch(() => undefined), removalDelayMs);
}

export async function releasePendingUploads(memberId: string, ids: readonly ImageId[]): Promise<void> {
  await indexedDbUploadStore.remove(ids);
  uploadLocks.letGo(ids);
  await removeKeyIfEmpty(memberId);
}

/** Claims a draft's stored files that the draft lacks, for as long as `at` names a draft. */
export async function claimPendingUploads(
  memberId: string,
  at: Parameters<typeof claimDraftUploads>[2],
  onFound: (found: readonly PendingUpload[]) => void,
): Promise<void> {
  await claimDraftUploads(indexedDbUploadStore, uploadLocks, at, onFound);
  await removeKeyIfEmpty(memberId);
}

/** Releases the locks when the author leaves the composer, so that the next page in any tab can claim the files. */
export const releaseUploadLocks = (): void => uploadLocks.leave();

async function removeKeyIfEmpty(memberId: string): Promise<void> {
  const left = await indexedDbUploadStore.all();
  if (!left.some((one) => one.memberId === memberId)) removeLocalItem(getPendingUploadsKey(memberId));
}
