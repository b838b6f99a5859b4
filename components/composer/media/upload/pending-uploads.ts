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

/** Opened with the first use. The storage of the words takes texts alone, and no more than 5 MB of them. */
const database = createStore("postwright-images", "files");

/** This browser's database. Each of these rejects where there is none, as in some private windows. */
const indexedDbUploadStore: PendingUploadStore = {
  all: () => values<PendingUpload>(database),
  put: (one) => set(one.imageId, one, database),
  drop: (ids) => delMany([...ids], database),
};

/** Ms after an arrival in which the draft that names the image is kept as well. */
const removalDelayMs = 3_000;

const uploadLocks = createUploadLocks("locks" in navigator ? navigator.locks : null);

/** Keeps a file in this browser until it is uploaded. @returns false where it can't be kept */
export async function putPendingUpload(one: PendingUpload): Promise<boolean> {
  // Before it lies there for others to find.
  await uploadLocks.take(one.imageId);
  const isKept = await storePendingUpload(indexedDbUploadStore, one, Date.now());
  // So that a page that opens needs to look for none where there is none.
  if (isKept) setLocalItem(getPendingUploadsKey(one.memberId), "1");
  else uploadLocks.letGo([one.imageId]);
  return isKept;
}

/** It was uploaded: kept a moment longer, for the page may end before the draft that names it is kept. */
export async function finishPendingUpload(memberId: string, imageId: ImageId, mediaId: string): Promise<void> {
  await markUploaded(indexedDbUploadStore, imageId, mediaId);
  setTimeout(() => void releasePendingUploads(memberId, [imageId]).catch(() => undefined), removalDelayMs);
}

export async function releasePendingUploads(memberId: string, ids: readonly ImageId[]): Promise<void> {
  await indexedDbUploadStore.drop(ids);
  uploadLocks.letGo(ids);
  await removeKeyIfEmpty(memberId);
}

/** Hands over what lies here of a draft and is not in it, for as long as `at` tells of one. */
export async function claimPendingUploads(
  memberId: string,
  at: Parameters<typeof claimDraftUploads>[2],
  onFound: (found: readonly PendingUpload[]) => void,
): Promise<void> {
  await claimDraftUploads(indexedDbUploadStore, uploadLocks, at, onFound);
  await removeKeyIfEmpty(memberId);
}

/** The composer is left: what was not uploaded is free for the next page, in whatever tab. */
export const releaseUploadLocks = (): void => uploadLocks.leave();

async function removeKeyIfEmpty(memberId: string): Promise<void> {
  const left = await indexedDbUploadStore.all();
  if (!left.some((one) => one.memberId === memberId)) removeLocalItem(getPendingUploadsKey(memberId));
}
