"use client";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { getLocalItem } from "#components/composer/browser-storage.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, ImageId } from "#components/composer/state/draft.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { getPendingUploadsKey } from "./pending-uploads-key.ts";
import type { UploadEntry } from "./upload-with-retry.ts";

type UseUploadsOptions = {
  memberId: string;
  /** The draft at hand: what is not uploaded yet is kept in this browser under its id. */
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
};

/** Files, their previews and running uploads: what a state can't hold. */
export function useUploads({ memberId, idNow, latest, dispatch }: UseUploadsOptions) {
  const held = useRef(new Map<ImageId, UploadEntry>());

  useEffect(() => {
    const all = held.current;
    return () => {
      for (const { abort, preview } of all.values()) {
        abort?.abort();
        URL.revokeObjectURL(preview);
      }
      all.clear();
      if (getLocalItem(getPendingUploadsKey(memberId)) !== null) {
        void import("./pending-uploads.ts").then(({ releaseUploadLocks: leave }) => leave()).catch(() => undefined);
      }
    };
  }, [memberId]);

  const holdAs = useCallback((id: ImageId, file: File, repeatKey: string) => {
    const preview = URL.createObjectURL(file);
    held.current.set(id, { file, preview, repeatKey, abort: null, nth: held.current.size, keptIn: null });
    return { id, name: file.name || "Pasted image", sizeBytes: file.size };
  }, []);
  const hold = useCallback((file: File) => holdAs(newId(), file, newId()), [holdAs]);

  const upload = useCallback(
    async (imageId: ImageId) => {
      const one = held.current.get(imageId);
      if (!one) return dispatch({ type: "upload-failed", imageId, why: "The file is gone from here. Add it again." });
      // One that waits for the connection gives way to the one that was asked for now.
      one.abort?.abort();
      const abort = new AbortController();
      one.abort = abort;
      const draftId = idNow();
      // Comes with the first image: most posts have none.
      const loaded = await import("./upload-with-retry.ts").catch((error: unknown) => toReadFailure(error));
      if (one.abort !== abort) return;
      if ("code" in loaded) return dispatch({ type: "upload-failed", imageId, why: loaded.message });
      await loaded.uploadWithRetry(imageId, one, abort, dispatch, { memberId, draftId });
    },
    [memberId, idNow, dispatch],
  );

  const abort = useCallback((imageId: ImageId) => {
    const one = held.current.get(imageId);
    one?.abort?.abort();
    if (one) one.abort = null;
  }, []);

  /** What was taken out of the draft at hand is not kept in this browser either; undo lays it down anew. */
  const settle = useCallback(
    ({ images }: ComposerDraft) => {
      for (const [id, one] of held.current) {
        if (one.keptIn === null || one.keptIn !== idNow() || images.some((image) => image.id === id)) continue;
        one.keptIn = null;
        void import("./pending-uploads.ts")
          .then(({ releasePendingUploads: letGo }) => letGo(memberId, [id]))
          .catch(() => undefined);
      }
    },
    [memberId, idNow],
  );

  /** The images of the draft at hand that were not uploaded when the page was left. */
  const bringBack = useCallback(() => {
    const draftId = idNow();
    if (draftId === null || getLocalItem(getPendingUploadsKey(memberId)) === null) return;
    const at = () => (draftId === idNow() ? { memberId, draftId, images: latest.current.draft.images } : null);
    void import("./pending-uploads.ts")
      .then(({ claimPendingUploads: findHeld }) =>
        findHeld(memberId, at, (found) => {
          const images = found.map(({ imageId, file, repeatKey }) => holdAs(imageId, file, repeatKey));
          dispatch({ type: "images-added", images });
        }),
      )
      .catch(() => undefined);
  }, [memberId, idNow, latest, dispatch, holdAs]);

  /** The address of the file itself, which is there before the upload ends. */
  const previewOf = useCallback((imageId: ImageId) => held.current.get(imageId)?.preview ?? null, []);
  return { hold, upload, abort, settle, bringBack, previewOf };
}
