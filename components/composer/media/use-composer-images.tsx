"use client";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { ShareTargetOptions } from "#components/composer/drafts/incoming/share-target.ts";
import { isComposerEditable } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { PartId } from "#components/composer/state/draft.ts";
import { countRemainingImages } from "#components/composer/state/reduce-images.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { AddImagesButton } from "./add-images-button.tsx";
import type { useUploads } from "./upload/use-uploads.ts";
import { useAddFiles } from "./use-add-files.ts";

/**
 * Returns the image tools that a page without images needs: the button to add them and the file handler.
 */
export function useComposerImages(
  { draft, phase }: ComposerState,
  at: {
    /** The part in focus; undefined for a service whose posts have images on the first part only. */
    partId: PartId | undefined;
    latest: RefObject<ComposerState>;
    uploads: ReturnType<typeof useUploads>;
    dispatch: (event: ComposerEvent) => void;
    session: ShareTargetOptions["session"];
  },
) {
  const partId = useRef(at.partId);
  partId.current = at.partId;
  const adding = useAddFiles(at.latest, partId, at.uploads, at.dispatch);
  useShareTarget({ ...at, add: adding.add });
  // The values stay the same while their content does, so that the first row and the preview do not render again.
  const isFull = countRemainingImages(draft, at.partId) === 0 || !isComposerEditable(phase);
  const imagesTool = useMemo(() => <AddImagesButton isFull={isFull} />, [isFull]);
  return { adding, imagesTool };
}

/** Opens content shared with the installed app as a new draft. The previous draft stays among the drafts. */
function useShareTarget(at: ShareTargetOptions): void {
  const latestOptions = useRef(at);
  latestOptions.current = at;
  // Read during render, because effects run after the URL has changed to the draft's.
  const sharedId = useRef(typeof location === "undefined" ? null : new URLSearchParams(location.search).get("shared"));
  useEffect(() => {
    const id = sharedId.current;
    sharedId.current = null;
    if (id === null) return;
    // The URL is replaced, so that a reload does not open the content twice.
    history.replaceState(null, "", "/compose");
    const lost = () =>
      showToast({
        tone: "failed",
        message: "Couldn't read what you shared. Share it again.",
      });
    void import("#components/composer/drafts/incoming/share-target.ts")
      .then(({ openSharedContent }) => openSharedContent(id, latestOptions.current, lost))
      .catch(lost);
  }, []);
}
