"use client";
import type { ComposerEvent } from "#components/composer/state/composer-state.ts";
import type { DraftImage, ImageId } from "#components/composer/state/draft.ts";
import { AutosizeTextarea } from "#components/ui/controls/autosize-textarea.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { AnimatedImage } from "#components/ui/layout/animated-image.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { getAltTextCount } from "./alt-text-labels.ts";
import { getAnimationBadge, isMaybeAnimated } from "./animated-image-label.ts";

type AltTextDialogProps = {
  images: readonly DraftImage[];
  /** The image that was pressed; its field gets the focus. */
  aimed: ImageId;
  platforms: readonly PlatformRules[];
  sourceOf: (image: DraftImage) => string | null;
  isReadOnly: boolean;
  dispatch: (event: ComposerEvent) => void;
  onClose: () => void;
};

/** Edits the alt text of each image. Each keystroke changes the draft, as in the parts. */
export function AltTextDialog({
  images,
  aimed,
  platforms,
  sourceOf,
  isReadOnly,
  dispatch,
  onClose,
}: AltTextDialogProps) {
  return (
    <DialogPanel
      onClose={onClose}
      size="medium"
      title="Alt text"
      description="Screen readers read it aloud. It's published with the post."
      actions={
        <Button variant="filled" keys="mod+enter" aria-keyshortcuts="Control+Enter Meta+Enter" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ul
        className="grid gap-5"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isImeComposing(event.nativeEvent)) return;
          event.preventDefault();
          // The composer would publish.
          event.stopPropagation();
          onClose();
        }}
      >
        {images.map((image, at) => {
          const source = sourceOf(image);
          const count = getAltTextCount(image.alt, platforms);
          return (
            <li key={image.id} className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3.5">
              <div className="relative mt-6 block aspect-square overflow-hidden rounded-control border bg-sunk">
                {source && isMaybeAnimated(image) ? (
                  <AnimatedImage
                    source={source}
                    alt=""
                    badge={getAnimationBadge(image)}
                    name={image.name}
                    className="size-full object-cover"
                  />
                ) : source ? (
                  <img src={source} alt="" title={image.name} className="size-full object-cover" />
                ) : (
                  <span className="block p-2 text-12 text-ink-3 wrap-anywhere">{image.name}</span>
                )}
              </div>
              <Field
                label={`Description of image ${at + 1}`}
                hint={count.isOver ? undefined : count.label}
                error={count.isOver ? count.label : undefined}
              >
                {(control) => (
                  <AutosizeTextarea
                    {...control}
                    rows={3}
                    readOnly={isReadOnly}
                    autoFocus={image.id === aimed}
                    placeholder="What does it show?"
                    value={image.alt}
                    onChange={(event) => dispatch({ type: "alt-written", imageId: image.id, alt: event.target.value })}
                    className="max-h-60"
                  />
                )}
              </Field>
            </li>
          );
        })}
      </ul>
    </DialogPanel>
  );
}
