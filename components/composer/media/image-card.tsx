"use client";
import { useDraggable, useDroppable } from "@dnd-kit/core";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import type { DraftImage } from "#components/composer/state/draft.ts";
import { cn } from "#components/ui/cn.tsx";
import { IconButton } from "#components/ui/controls/button.tsx";
import { ImageThumbnail } from "./image-thumbnail.tsx";

type ImageCardProps = {
  image: DraftImage;
  /** Counts from 0. */
  at: number;
  total: number;
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
  const { image, at, total, isReadOnly, onDescribe, onMove, onRemove } = props;
  const canMove = total > 1 && !isReadOnly;
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
      className={cn(
        "relative h-[104px] overflow-hidden rounded-control border bg-sunk",
        isAimed ? "border-accent ring-2 ring-accent" : "border-line",
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
                label={`Move image ${at + 1} left`}
                keys="Alt+ArrowLeft"
                disabled={at === 0}
                onClick={() => onMove(-1, "left")}
              >
                <ChevronLeft className="size-4" />
              </ImageCardButton>
              <ImageCardButton
                id={getImageControlId(image.id, "right")}
                label={`Move image ${at + 1} right`}
                keys="Alt+ArrowRight"
                disabled={at === total - 1}
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
          className={cn(
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
