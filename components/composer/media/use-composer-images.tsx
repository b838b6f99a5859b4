"use client";
import { type RefObject, useMemo } from "react";
import { limits } from "#lib/contract/limits.ts";
import type { TakingUp } from "#components/composer/drafts/incoming/share-target.ts";
import { useShared } from "#components/composer/drafts/incoming/use-share-target.ts";
import type { Composer, ComposerEvent } from "#components/composer/state/composer-state.ts";
import { isEditable } from "#components/composer/state/composer-reducer.ts";
import { AddImages } from "./add-images-button.tsx";
import { picturesOf } from "#components/composer/images/pictures-of.ts";
import { useAddFiles } from "./use-add-files.ts";
import type { useUploads } from "./upload/use-uploads.ts";

/** What the page needs of images before there is one: the tool that adds them, what the preview shows, and where files go. */
export function useImages(
  { draft: { images }, phase }: Composer,
  at: {
    latest: RefObject<Composer>;
    uploads: ReturnType<typeof useUploads>;
    dispatch: (event: ComposerEvent) => void;
    kept: TakingUp["kept"];
  },
) {
  const adding = useAddFiles(at.latest, at.uploads, at.dispatch);
  useShared({ ...at, add: adding.add });
  // The same for as long as they say the same: the first row and the preview are not redrawn for them.
  const isFull = images.length >= limits.imagesPerPost || !isEditable(phase);
  const imagesTool = useMemo(() => <AddImages isFull={isFull} />, [isFull]);
  const pictures = useMemo(() => picturesOf(images, at.uploads.previewOf), [images, at.uploads.previewOf]);
  return { adding, imagesTool, pictures };
}
