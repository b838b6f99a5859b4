"use client";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button.tsx";
import { join } from "./join.tsx";

type DialogProps = {
  open: boolean;
  /** Esc, the cross, a press outside; set `open` to false there. */
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The buttons at the foot. */
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
  children?: ReactNode;
};

const widths = { small: "sm:w-[420px]", medium: "sm:w-[560px]", large: "sm:w-[760px]" };

/**
 * A dialog; a sheet from below at phone width. The browser's own element: it keeps the focus inside, makes the page
 * behind inert and gives the focus back, and puts no style element into the page that the content policy would refuse.
 */
export function Dialog({ open, onClose, title, description, actions, size = "small", children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    // Closed while still in the document: an element that is taken out open gives the focus back to no one.
    return () => element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, by the element itself
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={join(
        "m-auto max-h-[min(720px,calc(100dvh-48px))] max-w-full animate-appear overflow-hidden rounded-sheet border bg-paper p-0 text-ink shadow-float backdrop:bg-(--veil)",
        "max-sm:mb-0 max-sm:w-full max-sm:rounded-b-none",
        widths[size],
      )}
    >
      {open ? (
        <div className="relative flex max-h-[inherit] flex-col">
          <header className="py-4 pr-14 pl-5">
            <h2 id={titleId} className="text-17 font-semibold">
              {title}
            </h2>
            {description ? <p className="text-14 text-ink-2">{description}</p> : null}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-4">{children}</div>
          {actions ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
              {actions}
            </footer>
          ) : null}
          {/* Last, so that opening puts the focus on the first control of the content. */}
          <IconButton label="Close" onClick={onClose} className="absolute! top-3 right-3">
            <span className="text-20 leading-none">×</span>
          </IconButton>
        </div>
      ) : null}
    </dialog>
  );
}
