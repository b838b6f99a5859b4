"use client";
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Info } from "lucide-react";
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from "react";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { DraftImage, ImageId, VariantId } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { dragSensorOptions, silentDragAccessibility } from "#components/ui/drag-options.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { ExclamationIcon } from "#components/ui/feedback/exclamation-icon.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { formatMissingAltText } from "./alt-text-labels.ts";
import { getImageControlId, ImageCard } from "./image-card.tsx";
import { moveImage } from "./move-image.ts";
import { getPlatformImageNotes } from "./platform-image-notes.ts";

const AltTextDialog = lazyComponent(() => import("./alt-text-dialog.tsx").then((file) => file.AltTextDialog));

type ImageStripProps = {
  latest: RefObject<ComposerState>;
  /** The variant in view, and the number of the part that has the images, of all. */
  variantId: VariantId;
  part: number;
  parts: number;
  images: readonly DraftImage[];
  previewOf: (id: ImageId) => string | null;
  isReadOnly: boolean;
  /** The chosen channels' platforms with known rules. */
  platforms: readonly PlatformRules[];
  /** True if the service stores alt text. */
  describes: boolean;
  dispatch: (event: ComposerEvent) => void;
};

const lostImageMessage = "This image is gone. Remove it and add it again.";

/** The images of a part in publishing order. */
export function ImageStrip(props: ImageStripProps) {
  const { images, previewOf, isReadOnly, platforms, describes, dispatch, latest, variantId, part, parts } = props;
  const [described, setDescribed] = useState<ImageId | null>(null);
  // One question is enough for a thread.
  const [isOpen, setIsOpen] = useState(part === 1);
  const sensors = useSensors(
    useSensor(MouseSensor, dragSensorOptions.mouse),
    useSensor(TouchSensor, dragSensorOptions.touch),
  );
  const aims = useRef<readonly string[]>([]);
  const sourceOf = (image: DraftImage) =>
    previewOf(image.id) ?? (image.state.type === "ready" ? image.state.url : null);

  // A moved node loses the focus, and a button at the end of the row is disabled and can't keep it.
  useLayoutEffect(() => {
    if (aims.current.length === 0) return;
    const found = aims.current.map((id) => document.getElementById(id));
    aims.current = [];
    found.find((node) => node instanceof HTMLButtonElement && !node.disabled)?.focus();
  });

  function move(image: DraftImage, by: number, control: string | null) {
    const to = images.indexOf(image) + by;
    const isAway = to < 0 || to >= images.length;
    const toPart = isAway ? part + Math.sign(by) : part;
    if (toPart < 1 || toPart > parts) return;
    if (control !== null) aims.current = [control, "right", "left"].map((name) => getImageControlId(image.id, name));
    dispatch({ type: "restored", draft: moveImage(latest.current.draft, image.id, by, variantId) });
    announce(isAway ? `Image is now on part ${toPart}` : `Image is now ${to + 1} of ${images.length}`);
    // The other part renders the image, and this one has lost its control.
    const id = control !== null && isAway ? getImageControlId(image.id, control) : null;
    if (id !== null) requestAnimationFrame(() => document.getElementById(id)?.focus());
  }

  function remove(image: DraftImage) {
    const at = images.indexOf(image);
    const near = images[at + 1] ?? images[at - 1];
    aims.current = near ? [getImageControlId(near.id, "remove")] : [];
    dispatch({ type: "image-removed", imageId: image.id });
    announce(`Removed image ${at + 1}. ${images.length - 1} left`);
  }

  function dropped({ active, over }: DragEndEvent) {
    const [from, to] = [active, over].map((one) => images.findIndex((image) => image.id === one?.id));
    const image = images[from ?? -1];
    if (image && to !== undefined && to >= 0 && from !== undefined) move(image, to - from, null);
  }

  const describeImage = (id: ImageId) => {
    // The reminder disappears once all images have alt text, so the dialog must return the focus to this control.
    document.getElementById(getImageControlId(id, "alt"))?.focus();
    setIsOpen(false);
    setDescribed(id);
  };

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={silentDragAccessibility}
        onDragEnd={dropped}
      >
        <ul aria-label="Images" className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3 2xl:grid-cols-4">
          {images.map((image, at) => (
            <ImageCard
              key={image.id}
              image={image}
              at={at}
              total={images.length}
              part={part}
              parts={parts}
              source={sourceOf(image)}
              hasFile={previewOf(image.id) !== null}
              isReadOnly={isReadOnly}
              onDescribe={describes ? () => describeImage(image.id) : undefined}
              onMove={(by, control) => move(image, by, control)}
              onRemove={() => remove(image)}
              onRetry={() => dispatch({ type: "upload-retried", imageId: image.id })}
              onLost={() => dispatch({ type: "image-lost", imageId: image.id, why: lostImageMessage })}
            />
          ))}
        </ul>
      </DndContext>
      {describes && !isReadOnly ? (
        <AltTextReminder images={images} isOpen={isOpen} onDescribe={describeImage} onNotNow={() => setIsOpen(false)} />
      ) : null}
      <PlatformImageNotes images={images} platforms={platforms} />
      {described !== null ? (
        <Suspense>
          <AltTextDialog
            images={images}
            aimed={described}
            platforms={platforms}
            sourceOf={sourceOf}
            isReadOnly={isReadOnly}
            dispatch={dispatch}
            onClose={() => setDescribed(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type AltTextReminderProps = {
  images: readonly DraftImage[];
  /**
   * True until the author answers for this draft: the reminder is a full question. Afterwards it is one line, which
   * blocks nothing.
   */
  isOpen: boolean;
  onDescribe: (id: ImageId) => void;
  onNotNow: () => void;
};

/** Asks once for the alt text of the images, then only counts the images without one. */
function AltTextReminder({ images, isOpen, onDescribe, onNotNow }: AltTextReminderProps) {
  const message = formatMissingAltText(images);
  const first = images.find((image) => image.alt.trim() === "" && image.state.type !== "failed");
  if (!message || !first) return null;
  if (!isOpen) {
    return (
      <p className="mt-1.5 text-13 text-gold-text">
        {message}{" "}
        <button
          type="button"
          onClick={() => onDescribe(first.id)}
          className="font-medium underline underline-offset-2 pointer-coarse:py-3"
        >
          Add alt text
        </button>
      </p>
    );
  }
  return (
    <Banner
      tone="gold"
      className="mt-2"
      actions={
        <>
          <Button size="small" onClick={() => onDescribe(first.id)}>
            Add alt text
          </Button>
          <Button size="small" variant="quiet" onClick={onNotNow}>
            Skip
          </Button>
        </>
      }
    >
      Add alt text for people who can't see {images.length === 1 ? "the image" : "the images"}.
    </Banner>
  );
}

/** Shows before the submission how the chosen platforms will change or refuse the images. */
function PlatformImageNotes({
  images,
  platforms,
}: {
  images: readonly DraftImage[];
  platforms: readonly PlatformRules[];
}) {
  const there = images.filter((image) => image.state.type !== "failed");
  const notes = getPlatformImageNotes(
    there.map((image) => image.facts),
    platforms,
  );
  if (notes.length === 0) return null;
  return (
    <ul aria-label="How platforms show the images" className="mt-2 grid gap-1 text-13">
      {notes.map(({ message, isRefused }) => (
        <li key={message} className={isRefused ? "flex gap-2 text-failed" : "flex gap-2 text-ink-3"}>
          {isRefused ? <ExclamationIcon className="mt-0.5 size-3.5" /> : <Info className="mt-0.5 size-3.5 shrink-0" />}
          {message}
        </li>
      ))}
    </ul>
  );
}
