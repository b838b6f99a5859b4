"use client";
import { useCallback, useEffect, useRef } from "react";
import { announce } from "#components/ui/announce";
import { failureOf, signInPath } from "#lib/queries/read";
import type { ImageId } from "../machine/draft.ts";
import type { ComposerEvent } from "../machine/events.ts";
import { newId } from "../machine/new-id.ts";
import { factsOf } from "../machine/outgoing.ts";

/** Comes with the first image: most posts have none. */
async function loadUploading() {
  const [{ uploadImage }, { sentenceFor }, { makeSpeed }, { untilAgain }] = await Promise.all([
    import("#lib/queries/upload"),
    import("#lib/contract/sentences"),
    import("./upload-words.ts"),
    import("./connection.ts"),
  ]);
  return { uploadImage, sentenceFor, makeSpeed, untilAgain };
}

type Held = { file: File; preview: string; repeatKey: string; abort: AbortController | null };

/** Files, their previews and running uploads: what a state can't hold. */
export function useUploads(dispatch: (event: ComposerEvent) => void) {
  const held = useRef(new Map<ImageId, Held>());

  useEffect(() => {
    const all = held.current;
    return () => {
      for (const { abort, preview } of all.values()) {
        abort?.abort();
        URL.revokeObjectURL(preview);
      }
      all.clear();
    };
  }, []);

  const hold = useCallback((file: File): { id: ImageId; name: string; sizeBytes: number } => {
    const id = newId();
    const preview = URL.createObjectURL(file);
    held.current.set(id, { file, preview, repeatKey: newId(), abort: null });
    return { id, name: file.name || "Pasted image", sizeBytes: file.size };
  }, []);

  const upload = useCallback(
    async (imageId: ImageId) => {
      const one = held.current.get(imageId);
      if (!one) return dispatch({ type: "upload-failed", imageId, why: "The file is gone from here. Add it again." });
      // One that waits for the connection gives way to the one that was asked for now.
      one.abort?.abort();
      const abort = new AbortController();
      one.abort = abort;
      const loaded = await loadUploading().catch((error: unknown) => failureOf(error));
      if (one.abort !== abort) return;
      if ("code" in loaded) return dispatch({ type: "upload-failed", imageId, why: loaded.message });
      const { uploadImage, sentenceFor, makeSpeed, untilAgain } = loaded;
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
    },
    [dispatch],
  );

  const abort = useCallback((imageId: ImageId) => {
    const one = held.current.get(imageId);
    one?.abort?.abort();
    if (one) one.abort = null;
  }, []);
  /** The address of the file itself, which is there before the upload ends. */
  const previewOf = useCallback((imageId: ImageId) => held.current.get(imageId)?.preview ?? null, []);
  return { hold, upload, abort, previewOf };
}
