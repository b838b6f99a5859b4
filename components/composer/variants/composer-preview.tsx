import { type ComponentProps, useMemo } from "react";
import { getAnimationBadge, isMaybeAnimated } from "#components/composer/media/animated-image-label.ts";
import type { DraftImage, ImageId } from "#components/composer/state/draft.ts";
import { Preview } from "#components/preview/preview.tsx";

type ComposerPreviewProps = Omit<ComponentProps<typeof Preview>, "pictures"> & {
  images: readonly DraftImage[];
  /** Until the service has an image, the file itself is shown. */
  previewOf: (id: ImageId) => string | null;
};

/** The preview of a draft with its images. */
export function ComposerPreview({ images, previewOf, ...preview }: ComposerPreviewProps) {
  const pictures = useMemo(
    () =>
      images.flatMap((image) => {
        const source = previewOf(image.id) ?? (image.state.type === "ready" ? image.state.url : null);
        if (!source || image.state.type === "failed") return [];
        const moves = isMaybeAnimated(image) ? getAnimationBadge(image) : null;
        return [{ id: image.id, source, alt: image.alt, moves }];
      }),
    [images, previewOf],
  );
  return <Preview {...preview} pictures={pictures} />;
}
