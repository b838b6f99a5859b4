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

/** Opens something over the page. What it shows is drawn on the server: the browser gets the press alone. */
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
