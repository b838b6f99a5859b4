import { drop, remember } from "../keeping/browser-storage.ts";
import type { ImageId } from "../machine/draft.ts";
import { filesPlace } from "./files-place.ts";
import { heldFilesName } from "./held-files-name.ts";
import { filesOf, type KeptFile, keepFile, markArrived } from "./kept-files.ts";

/** Ms after an arrival in which the draft that names the image is kept as well. */
const settledMs = 3_000;

/** Keeps a file in this browser until it is uploaded. @returns false where it can't be kept */
export async function layDown(one: KeptFile): Promise<boolean> {
  const isKept = await keepFile(filesPlace, one, Date.now());
  // So that a page that opens needs to look for none where there is none.
  if (isKept) remember(heldFilesName(one.memberId), "1");
  return isKept;
}

/** It was uploaded: kept a moment longer, for the page may end before the draft that names it is kept. */
export async function arrived(memberId: string, imageId: ImageId, mediaId: string): Promise<void> {
  await markArrived(filesPlace, imageId, mediaId);
  setTimeout(() => void letGo(memberId, [imageId]).catch(() => undefined), settledMs);
}

export async function letGo(memberId: string, ids: readonly ImageId[]): Promise<void> {
  await filesPlace.drop(ids);
  await tidy(memberId);
}

/** What lies here of a draft and is not in it. */
export async function findHeld(of: Parameters<typeof filesOf>[1]): Promise<KeptFile[]> {
  const found = await filesOf(filesPlace, of, Date.now());
  await tidy(of.memberId);
  return found;
}

async function tidy(memberId: string): Promise<void> {
  const left = await filesPlace.all();
  if (!left.some((one) => one.memberId === memberId)) drop(heldFilesName(memberId));
}
