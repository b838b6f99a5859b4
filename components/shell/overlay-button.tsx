"use client";
import type { ReactNode } from "react";
import { openOverlay, type ShellOverlay } from "./overlay-store.tsx";

type OverlayButtonProps = {
  what: ShellOverlay;
  title: string;
  keyShortcuts: string;
  className: string;
  children: ReactNode;
};

/** Opens an overlay. The server renders the button's content, so the browser only loads the press handler. */
export function OverlayButton({ what, title, keyShortcuts, className, children }: OverlayButtonProps) {
  return (
    <button
      type="button"
      title={title}
      aria-haspopup="dialog"
      aria-keyshortcuts={keyShortcuts}
      onClick={() => openOverlay(what)}
      className={className}
    >
      {children}
    </button>
  );
}
