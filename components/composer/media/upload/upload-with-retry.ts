import type { ComposerEvent } from "#components/composer/state/composer-state.ts";
import type { ImageId } from "#components/composer/state/draft.ts";
import { toImageMetadata } from "#components/composer/state/submission/draft-post-conversion.ts";
import { waitForConnection } from "#components/composer/wait-for-connection.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Result } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Media } from "#lib/contract/types.ts";
import { getSignInPath } from "#lib/queries/read-resource.ts";
import { uploadImage } from "#lib/queries/upload-image.ts";
import { putPendingUpload, releasePendingUploads, removeUploadedFileLater } from "./indexed-db-pending-uploads.ts";
import { createSpeedMeter } from "./upload-progress-label.ts";

export type UploadEntry = {
  file: File;
  preview: string;
  repeatKey: string;
  abort: AbortController | null;
  /** Index among the files of this page. */
  nth: number;
  /** The draft id under which this browser stores the file until it is uploaded. */
  storedIn: string | null;
};
type UploadOwner = { memberId: string; draftId: string | null };

/** Refusals that the same bytes would get again, so the file is not worth storing. */
const permanentErrorCodes = new Set(["invalid_request", "payload_too_large", "unsupported_media_type"]);
/** Ms after which the author may not wait for an upload. */
const slowUploadMs = 4_000;

/** Uploads an image and reports the progress, until `one.abort` is no longer this upload's controller. */
export async function uploadWithRetry(
  imageId: ImageId,
  one: UploadEntry,
  abort: AbortController,
  dispatch: (event: ComposerEvent) => void,
  owner: UploadOwner,
): Promise<void> {
  const keeping = persistUpload(imageId, one, owner);
  const isUnderWay = () => one.abort === abort;
  const warning = setTimeout(() => void warnOfUnsavedUpload(one, keeping, isUnderWay), slowUploadMs);
  const send = () => {
    const speed = createSpeedMeter();
    return uploadImage({
      file: one.file,
      repeatKey: one.repeatKey,
      signal: abort.signal,
      onProgress: (share) => {
        const perSecond = speed(share * one.file.size, performance.now());
        dispatch({ type: "upload-moved", imageId, share, perSecond });
      },
    });
  };
  let result = await send();
  // Waits for a lost connection and retries with the same key, so that a lost answer creates no second image.
  for (let tries = 0; result.error?.code === "unreachable" && isUnderWay(); tries += 1) {
    if (tries === 0) announce(`${one.file.name || "Image"}: connection lost. Retrying.`);
    dispatch({ type: "upload-moved", imageId, share: 0, isLost: true });
    await waitForConnection(tries, abort.signal);
    if (!isUnderWay()) return;
    dispatch({ type: "upload-moved", imageId, share: 0 });
    result = await send();
  }
  clearTimeout(warning);
  if (!isUnderWay()) return;
  one.abort = null;
  void keeping.then(() => finishUpload(imageId, one, owner, result)).catch(() => undefined);
  if (result.ok) announce(`${one.file.name || "Image"} is uploaded`);
  if (result.ok)
    return dispatch({
      type: "upload-done",
      imageId,
      mediaId: result.ok.id,
      url: result.ok.url,
      facts: toImageMetadata(result.ok),
    });
  if (result.error.code === "unauthorized") location.assign(getSignInPath(location.pathname + location.search));
  const why = result.error.code === "canceled" ? "The upload was stopped." : describeFailure(result.error).what;
  if (result.error.code !== "canceled") announce(`${one.file.name || "Image"}: ${why}`);
  dispatch({ type: "upload-failed", imageId, why });
}

/** Stores the file, so that it outlasts this page until it is uploaded. */
async function persistUpload(imageId: ImageId, one: UploadEntry, { memberId, draftId }: UploadOwner): Promise<boolean> {
  const { file, repeatKey, nth } = one;
  if (draftId === null) return false;
  const isStored = await putPendingUpload({
    imageId,
    memberId,
    draftId,
    file,
    repeatKey,
    nth,
    atMs: Date.now(),
    mediaId: null,
  });
  one.storedIn = isStored ? draftId : null;
  return isStored;
}

/** Warns that a slow upload needs this page to stay open. */
async function warnOfUnsavedUpload(
  one: UploadEntry,
  keeping: Promise<boolean>,
  isUnderWay: () => boolean,
): Promise<void> {
  if ((await keeping) || !isUnderWay()) return;
  const name = one.file.name || "The pasted image";
  showToast({ message: `${name} can't be saved in this browser. Keep this page open until it uploads.` });
}

async function finishUpload(
  imageId: ImageId,
  one: UploadEntry,
  { memberId }: UploadOwner,
  result: Result<Media>,
): Promise<void> {
  if (one.storedIn === null) return;
  if (result.ok) return removeUploadedFileLater(memberId, imageId, result.ok.id);
  if (permanentErrorCodes.has(result.error.code)) await releasePendingUploads(memberId, [imageId]);
}
