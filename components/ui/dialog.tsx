"use client";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { join } from "./join.ts";

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

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    return () => element.close();
  }, [open]);

  if (!open) return null;
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
      <div className="flex max-h-[inherit] flex-col">
        <header className="flex items-start gap-3 px-5 pt-4 pb-3">
          <div className="min-w-0 flex-1">
            <h2 id={titleId} className="text-17 font-semibold">
              {title}
            </h2>
            {description ? <p className="text-14 text-ink-2">{description}</p> : null}
          </div>
          <IconButton label="Close" onClick={onClose} className="-mr-2">
            <span className="text-20 leading-none">×</span>
          </IconButton>
        </header>
        <div className="min-h-0 overflow-y-auto px-5 pb-4">{children}</div>
        {actions ? (
          <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
            {actions}
          </footer>
        ) : null}
      </div>
    </dialog>
  );
}
