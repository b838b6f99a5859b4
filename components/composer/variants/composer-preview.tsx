import { type ComponentProps, useEffect, useMemo, useRef } from "react";
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
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => followFocusedPart(() => box.current), []);
  return (
    <div ref={box}>
      <Preview {...preview} pictures={pictures} />
    </div>
  );
}

/** Scrolls the preview beside the editor to the item of the part that gets the focus. The page itself never moves. */
function followFocusedPart(getBox: () => HTMLElement | null): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    const row = target instanceof HTMLTextAreaElement ? target.closest("[data-row]") : null;
    const pane = getBox()?.closest("aside");
    if (!row || !pane) return;
    const part = [...document.querySelectorAll("[data-row]")].indexOf(row);
    const items = pane.querySelectorAll("ol > li");
    const item = items[Math.min(part, items.length - 1)];
    if (!item) return;
    const [shown, at] = [pane.getBoundingClientRect(), item.getBoundingClientRect()];
    if (at.top < shown.top || at.bottom > shown.bottom) pane.scrollTop += at.top - shown.top - shown.height / 4;
  };
  document.addEventListener("focusin", onFocus);
  return () => document.removeEventListener("focusin", onFocus);
}
