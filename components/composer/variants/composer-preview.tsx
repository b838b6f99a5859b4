import { type ComponentProps, useEffect, useMemo, useRef } from "react";
import { documentFieldId } from "#components/composer/editor/input/editor-fields.ts";
import { splitAtSeparators } from "#components/composer/editor/text-engine/document-text.ts";
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
  useEffect(() => followWrittenPart(() => box.current), []);
  return (
    <div ref={box}>
      <Preview {...preview} pictures={pictures} />
    </div>
  );
}

/** Ms without a move of the caret in the document field: finding its part reads the whole text. */
const caretPauseMs = 300;

/** Scrolls the preview beside the editor to the item of the part that is written. The page itself never moves. */
function followWrittenPart(getBox: () => HTMLElement | null): () => void {
  function show(part: number): void {
    const pane = getBox()?.closest("aside");
    const items = pane?.querySelectorAll("ol > li") ?? [];
    const item = items[Math.min(part, items.length - 1)];
    if (!pane || !item) return;
    const [shown, at] = [pane.getBoundingClientRect(), item.getBoundingClientRect()];
    if (at.top < shown.top || at.bottom > shown.bottom) pane.scrollTop += at.top - shown.top - shown.height / 4;
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = target instanceof HTMLTextAreaElement ? target.closest("[data-row]") : null;
    if (row) show([...document.querySelectorAll("[data-row]")].indexOf(row));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onCaret = ({ target }: Event) => {
    // Browsers that tell the field itself may do so after a tool took the focus.
    const field = target instanceof HTMLTextAreaElement ? target : document.activeElement;
    if (!(field instanceof HTMLTextAreaElement) || field.id !== documentFieldId) return;
    clearTimeout(timer);
    // A tool may take the focus before the time is over: the caret stays in the field.
    timer = setTimeout(
      () => show(splitAtSeparators(field.value.slice(0, field.selectionStart), Number.POSITIVE_INFINITY).length - 1),
      caretPauseMs,
    );
  };
  document.addEventListener("focusin", onFocus);
  document.addEventListener("selectionchange", onCaret);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("selectionchange", onCaret);
  };
}
