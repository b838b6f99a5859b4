import { drop, remember } from "#components/composer/browser-storage.ts";
import type { ImageId } from "#components/composer/state/draft.ts";
import { makeAtHand } from "./upload-locks.ts";
import { filesPlace } from "#components/composer/images/files-place.ts";
import { heldFilesName } from "./pending-uploads-key.ts";
import { type KeptFile, keepFile, markArrived, takeUp } from "./pending-upload-store.ts";

/** Ms after an arrival in which the draft that names the image is kept as well. */
const settledMs = 3_000;

const atHand = makeAtHand("locks" in navigator ? navigator.locks : null);

/** Keeps a file in this browser until it is uploaded. @returns false where it can't be kept */
export async function layDown(one: KeptFile): Promise<boolean> {
  // Before it lies there for others to find.
  await atHand.take(one.imageId);
  const isKept = await keepFile(filesPlace, one, Date.now());
  // So that a page that opens needs to look for none where there is none.
  if (isKept) remember(heldFilesName(one.memberId), "1");
  else atHand.letGo([one.imageId]);
  return isKept;
}

/** It was uploaded: kept a moment longer, for the page may end before the draft that names it is kept. */
export async function arrived(memberId: string, imageId: ImageId, mediaId: string): Promise<void> {
  await markArrived(filesPlace, imageId, mediaId);
  setTimeout(() => void letGo(memberId, [imageId]).catch(() => undefined), settledMs);
}

export async function letGo(memberId: string, ids: readonly ImageId[]): Promise<void> {
  await filesPlace.drop(ids);
  atHand.letGo(ids);
  await tidy(memberId);
}

/** Hands over what lies here of a draft and is not in it, for as long as `at` tells of one. */
export async function findHeld(
  memberId: string,
  at: Parameters<typeof takeUp>[2],
  onFound: (found: readonly KeptFile[]) => void,
): Promise<void> {
  await takeUp(filesPlace, atHand, at, onFound);
  await tidy(memberId);
}

/** The composer is left: what was not uploaded is free for the next page, in whatever tab. */
export const leave = (): void => atHand.leave();

async function tidy(memberId: string): Promise<void> {
  const left = await filesPlace.all();
  if (!left.some((one) => one.memberId === memberId)) drop(heldFilesName(memberId));
}
