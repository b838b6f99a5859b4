import { announce } from "#components/ui/announce";
import { sentenceFor } from "#lib/contract/sentences";
import { signInPath } from "#lib/queries/read";
import { uploadImage } from "#lib/queries/upload";
import type { ImageId } from "../machine/draft.ts";
import type { ComposerEvent } from "../machine/events.ts";
import { factsOf } from "../machine/outgoing.ts";
import { untilAgain } from "./connection.ts";
import { makeSpeed } from "./upload-words.ts";

export type Held = { file: File; preview: string; repeatKey: string; abort: AbortController | null };

/** Uploads an image and tells how it goes, until `abort` is no longer the one that this image is sent with. */
export async function sendImage(
  imageId: ImageId,
  one: Held,
  abort: AbortController,
  dispatch: (event: ComposerEvent) => void,
): Promise<void> {
  const send = () => {
    const speed = makeSpeed();
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
  // A lost connection is waited for. The same key, so that a lost answer makes no second image.
  for (let tries = 0; result.error?.code === "unreachable" && one.abort === abort; tries += 1) {
    if (tries === 0) announce(`${one.file.name || "Image"}: the connection is lost. It is sent again by itself.`);
    dispatch({ type: "upload-moved", imageId, share: 0, isLost: true });
    await untilAgain(tries, abort.signal);
    if (one.abort !== abort) return;
    dispatch({ type: "upload-moved", imageId, share: 0 });
    result = await send();
  }
  if (one.abort !== abort) return;
  one.abort = null;
  if (result.ok) announce(`${one.file.name || "Image"} is uploaded`);
  if (result.ok)
    return dispatch({
      type: "upload-done",
      imageId,
      mediaId: result.ok.id,
      url: result.ok.url,
      facts: factsOf(result.ok),
    });
  if (result.error.code === "unauthorized") location.assign(signInPath(location.pathname + location.search));
  const why = result.error.code === "canceled" ? "The upload was stopped." : sentenceFor(result.error).what;
  if (result.error.code !== "canceled") announce(`${one.file.name || "Image"}: ${why}`);
  dispatch({ type: "upload-failed", imageId, why });
}
