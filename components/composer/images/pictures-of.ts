import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { getAnimationBadge, isMaybeAnimated } from "#components/composer/media/animated-image.ts";

/** The images as the preview shows them: the file itself until the service has it. */
export function toPreviewImages(images: ComposerDraft["images"], previewOf: (id: string) => string | null) {
  return images.flatMap((image) => {
    const source = previewOf(image.id) ?? (image.state.is === "ready" ? image.state.url : null);
    if (!source || image.state.is === "failed") return [];
    return [{ id: image.id, source, alt: image.alt, moves: isMaybeAnimated(image) ? getAnimationBadge(image) : null }];
  });
}
