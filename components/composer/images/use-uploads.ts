"use client";
import { useCallback, useEffect, useRef } from "react";
import { failureOf } from "#lib/queries/read";
import type { ImageId } from "../machine/draft.ts";
import type { ComposerEvent } from "../machine/events.ts";
import { newId } from "../machine/new-id.ts";
import type { Held } from "./send-image.ts";

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
      // Comes with the first image: most posts have none.
      const loaded = await import("./send-image.ts").catch((error: unknown) => failureOf(error));
      if (one.abort !== abort) return;
      if ("code" in loaded) return dispatch({ type: "upload-failed", imageId, why: loaded.message });
      await loaded.sendImage(imageId, one, abort, dispatch);
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
