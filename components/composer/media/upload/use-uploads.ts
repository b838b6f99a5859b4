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
  /** Returns the current draft's id, under which this browser stores files until they are uploaded. */
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
};

/** Manages files, previews and running uploads, which the reducer's state can't hold. */
export function useUploads({ memberId, idNow, latest, dispatch }: UseUploadsOptions) {
  const uploads = useRef(new Map<ImageId, UploadEntry>());

  useEffect(() => {
    const all = uploads.current;
    return () => {
      for (const { abort, preview } of all.values()) {
        abort?.abort();
        URL.revokeObjectURL(preview);
      }
      all.clear();
      if (getLocalItem(getPendingUploadsKey(memberId)) !== null) {
        void import("./indexed-db-pending-uploads.ts")
          .then(({ releaseUploadLocks }) => releaseUploadLocks())
          .catch(() => undefined);
      }
    };
  }, [memberId]);

  const addFileAs = useCallback((id: ImageId, file: File, repeatKey: string) => {
    const preview = URL.createObjectURL(file);
    uploads.current.set(id, { file, preview, repeatKey, abort: null, nth: uploads.current.size, storedIn: null });
    return { id, name: file.name || "Pasted image", sizeBytes: file.size };
  }, []);
  const addFile = useCallback((file: File) => addFileAs(newId(), file, newId()), [addFileAs]);

  const upload = useCallback(
    async (imageId: ImageId) => {
      const one = uploads.current.get(imageId);
      if (!one) return dispatch({ type: "upload-failed", imageId, why: "The file is gone. Add it again." });
      // A new attempt replaces one that waits for the connection.
      one.abort?.abort();
      const abort = new AbortController();
      one.abort = abort;
      const draftId = idNow();
      // Loaded with the first image, because most posts have none.
      const loaded = await import("./upload-with-retry.ts").catch((error: unknown) => toReadFailure(error));
      if (one.abort !== abort) return;
      if ("code" in loaded) return dispatch({ type: "upload-failed", imageId, why: loaded.message });
      await loaded.uploadWithRetry(imageId, one, abort, dispatch, { memberId, draftId });
    },
    [memberId, idNow, dispatch],
  );

  const abort = useCallback((imageId: ImageId) => {
    const one = uploads.current.get(imageId);
    one?.abort?.abort();
    if (one) one.abort = null;
  }, []);

  /** Removes the stored file of an image that was removed from the draft. Undo stores the file again. */
  const settle = useCallback(
    ({ images }: ComposerDraft) => {
      for (const [id, one] of uploads.current) {
        if (one.storedIn === null || one.storedIn !== idNow() || images.some((image) => image.id === id)) continue;
        one.storedIn = null;
        void import("./indexed-db-pending-uploads.ts")
          .then(({ releasePendingUploads }) => releasePendingUploads(memberId, [id]))
          .catch(() => undefined);
      }
    },
    [memberId, idNow],
  );

  /** Restores the images of the current draft that were not uploaded when the page was left. */
  const bringBack = useCallback(() => {
    const draftId = idNow();
    if (draftId === null || getLocalItem(getPendingUploadsKey(memberId)) === null) return;
    const at = () => (draftId === idNow() ? { memberId, draftId, images: latest.current.draft.images } : null);
    void import("./indexed-db-pending-uploads.ts")
      .then(({ claimPendingUploads }) =>
        claimPendingUploads(memberId, at, (found) => {
          const images = found.map(({ imageId, file, repeatKey }) => addFileAs(imageId, file, repeatKey));
          dispatch({ type: "images-added", images });
        }),
      )
      .catch(() => undefined);
  }, [memberId, idNow, latest, dispatch, addFileAs]);

  /** Returns the object URL of the file, which exists before the upload ends. */
  const previewOf = useCallback((imageId: ImageId) => uploads.current.get(imageId)?.preview ?? null, []);
  return { addFile, upload, abort, settle, bringBack, previewOf };
}
