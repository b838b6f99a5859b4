"use client";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { ShareTargetOptions } from "#components/composer/drafts/incoming/share-target.ts";
import { isComposerEditable } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { limits } from "#lib/contract/limits.ts";
import { AddImagesButton } from "./add-images-button.tsx";
import { getAnimationBadge, isMaybeAnimated } from "./animated-image-label.ts";
import type { useUploads } from "./upload/use-uploads.ts";
import { useAddFiles } from "./use-add-files.ts";

/**
 * Returns the image tools that a page without images needs: the button to add them, the preview's images, and the file
 * handler.
 */
export function useComposerImages(
  { draft: { images }, phase }: ComposerState,
  at: {
    latest: RefObject<ComposerState>;
    uploads: ReturnType<typeof useUploads>;
    dispatch: (event: ComposerEvent) => void;
    session: ShareTargetOptions["session"];
  },
) {
  const adding = useAddFiles(at.latest, at.uploads, at.dispatch);
  useShareTarget({ ...at, add: adding.add });
  // The values stay the same while their content does, so that the first row and the preview do not render again.
  const isFull = images.length >= limits.imagesPerPost || !isComposerEditable(phase);
  const imagesTool = useMemo(() => <AddImagesButton isFull={isFull} />, [isFull]);
  const pictures = useMemo(() => toPreviewImages(images, at.uploads.previewOf), [images, at.uploads.previewOf]);
  return { adding, imagesTool, pictures };
}

/** Converts the images for the preview. Until the service has an image, the file itself is shown. */
function toPreviewImages(images: ComposerDraft["images"], previewOf: (id: string) => string | null) {
  return images.flatMap((image) => {
    const source = previewOf(image.id) ?? (image.state.type === "ready" ? image.state.url : null);
    if (!source || image.state.type === "failed") return [];
    return [{ id: image.id, source, alt: image.alt, moves: isMaybeAnimated(image) ? getAnimationBadge(image) : null }];
  });
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
