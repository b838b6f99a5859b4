"use client";
import { useDraggable, useDroppable } from "@dnd-kit/core";
import { ChevronLeft, ChevronRight, RotateCw, X } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import type { DraftImage } from "#components/composer/state/draft.ts";
import { useIsOnline } from "#components/composer/use-is-online.ts";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { ExclamationIcon } from "#components/ui/feedback/exclamation-icon.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { AnimatedImage } from "#components/ui/layout/animated-image.tsx";
import { getAnimationBadge, isMaybeAnimated } from "./animated-image-label.ts";
import { formatUploadProgress } from "./upload/upload-progress-label.ts";

type ImageCardProps = {
  image: DraftImage;
  /** Counts from 0. */
  at: number;
  total: number;
  /** The number of the part that has the image, and the number of all parts: at the ends the image moves on to the next. */
  part: number;
  parts: number;
  source: string | null;
  /** True if the page still has the file and can upload it again. */
  hasFile: boolean;
  isReadOnly: boolean;
  /** Undefined if the service stores no alt text. */
  onDescribe: (() => void) | undefined;
  onMove: (by: number, control: string) => void;
  onRemove: () => void;
  onRetry: () => void;
  onLost: () => void;
};

/** Returns the DOM id of an image's control, for the focus after a move. */
export const getImageControlId = (imageId: string, control: string) => `image-${imageId}-${control}`;

/** One image. It moves by drag, by its buttons, or by Alt and an arrow key while one of its controls has the focus. */
export function ImageCard(props: ImageCardProps) {
  const { image, at, total, part, parts, isReadOnly, onDescribe, onMove, onRemove } = props;
  const canMove = (total > 1 || parts > 1) && !isReadOnly;
  const [isFirst, isLast] = [at === 0, at === total - 1];
  const drag = useDraggable({ id: image.id, disabled: !canMove });
  const drop = useDroppable({ id: image.id });
  const shift = drag.transform;
  const isOwed = image.alt.trim() === "";
  const isAimed = drop.isOver && drop.active?.id !== image.id;

  function press(event: KeyboardEvent) {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (!event.altKey || by === 0 || !canMove) return;
    // Without this, the browser would go back in its history.
    event.preventDefault();
    const focused = document.activeElement?.id ?? "";
    onMove(by, focused.slice(getImageControlId(image.id, "").length));
  }

  return (
    <li
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      onMouseDown={drag.listeners?.["onMouseDown"] as never}
      onTouchStart={drag.listeners?.["onTouchStart"] as never}
      onKeyDown={press}
      style={shift ? { transform: `translate(${shift.x}px, ${shift.y}px)` } : undefined}
      className={joinClassNames(
        "relative h-[104px] overflow-hidden rounded-control border bg-sunk",
        isAimed ? "border-accent outline-2 outline-accent" : "border-line",
        canMove && "cursor-grab select-none",
        drag.isDragging && "z-10 cursor-grabbing opacity-80 shadow-float",
      )}
    >
      <ImageThumbnail {...props} number={at + 1} />
      {isReadOnly ? null : (
        <div className="absolute inset-x-1.5 top-1.5 flex justify-end gap-1">
          {canMove ? (
            <>
              <ImageCardButton
                id={getImageControlId(image.id, "left")}
                label={isFirst && part > 1 ? `Move image ${at + 1} to part ${part - 1}` : `Move image ${at + 1} left`}
                keys="Alt+ArrowLeft"
                disabled={isFirst && part === 1}
                onClick={() => onMove(-1, "left")}
              >
                <ChevronLeft className="size-4" />
              </ImageCardButton>
              <ImageCardButton
                id={getImageControlId(image.id, "right")}
                label={
                  isLast && part < parts ? `Move image ${at + 1} to part ${part + 1}` : `Move image ${at + 1} right`
                }
                keys="Alt+ArrowRight"
                disabled={isLast && part === parts}
                onClick={() => onMove(1, "right")}
              >
                <ChevronRight className="size-4" />
              </ImageCardButton>
            </>
          ) : null}
          <ImageCardButton
            id={getImageControlId(image.id, "remove")}
            label={image.state.type === "uploading" ? `Cancel upload of ${image.name}` : `Remove image ${at + 1}`}
            onClick={onRemove}
          >
            <X className="size-4" />
          </ImageCardButton>
        </div>
      )}
      {onDescribe && image.state.type === "ready" ? (
        <button
          type="button"
          id={getImageControlId(image.id, "alt")}
          aria-label={isOwed ? `Add alt text to image ${at + 1}` : `Alt text of image ${at + 1}: ${image.alt}`}
          onClick={onDescribe}
          className={joinClassNames(
            "absolute bottom-1.5 left-1.5 h-6 rounded-chip px-2 font-semibold text-12 pointer-coarse:h-11 pointer-coarse:px-3",
            isOwed ? "bg-gold text-[oklch(0.25_0.05_80)]" : "bg-ink text-paper",
          )}
        >
          {isOwed ? "Add alt" : "ALT"}
        </button>
      ) : null}
    </li>
  );
}

type ImageCardButtonProps = {
  id: string;
  label: string;
  keys?: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function ImageCardButton({ id, label, keys, disabled, onClick, children }: ImageCardButtonProps) {
  return (
    <IconButton
      id={id}
      size="small"
      variant="outline"
      label={label}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
      className="pointer-coarse:min-h-9! pointer-coarse:min-w-9!"
    >
      {children}
    </IconButton>
  );
}

type ImageThumbnailProps = {
  image: DraftImage;
  number: number;
  source: string | null;
  hasFile: boolean;
  onRetry: () => void;
  onLost: () => void;
};

/** Shows an image, its upload progress, or the reason of a failed upload. */
function ImageThumbnail({ image, number, source, hasFile, onRetry, onLost }: ImageThumbnailProps) {
  const { state } = image;
  const isOnline = useIsOnline();
  const look = {
    alt: image.alt || `${number}: ${image.name}`,
    className: `size-full object-cover ${state.type === "uploading" ? "opacity-40" : ""}`,
  };
  return (
    <>
      {source && state.type !== "failed" ? (
        isMaybeAnimated(image) ? (
          <AnimatedImage {...look} source={source} badge={getAnimationBadge(image)} name={image.name} onLost={onLost} />
        ) : (
          // biome-ignore lint/a11y/useAltText: `look` contains it
          <img {...look} src={source} draggable={false} onError={onLost} />
        )
      ) : null}
      {state.type === "uploading" ? (
        state.isLost ? (
          <UploadError
            why={isOnline ? "Can't reach the server. Retrying." : "Offline. Uploads when you're back."}
            onAgain={onRetry}
          />
        ) : (
          <div className="absolute inset-x-3 bottom-2.5 grid gap-1">
            <span className="truncate text-12 text-ink">{image.name}</span>
            <ProgressBar value={state.share} label={`Upload of ${image.name}`} />
            <span className="truncate text-12 text-ink tabular-nums">
              {formatUploadProgress(image.sizeBytes, state)}
            </span>
          </div>
        )
      ) : null}
      {state.type === "failed" ? <UploadError why={state.why} onAgain={hasFile ? onRetry : null} /> : null}
    </>
  );
}

function UploadError({ why, onAgain }: { why: string; onAgain: (() => void) | null }) {
  return (
    <div className="absolute inset-x-0 bottom-0 grid gap-1.5 bg-sunk p-2.5">
      <p className="line-clamp-2 text-12 text-failed" title={why}>
        <ExclamationIcon className="mr-1 inline size-3.5 align-text-bottom" />
        {why}
      </p>
      {onAgain ? (
        <Button size="small" icon={<RotateCw className="size-3.5" />} className="justify-self-start" onClick={onAgain}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
