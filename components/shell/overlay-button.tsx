"use client";
import type { ReactNode } from "react";
import { type Opened, open } from "./overlay-store.tsx";

type OpenButtonProps = {
  what: Opened;
  title: string;
  keyShortcuts: string;
  className: string;
  children: ReactNode;
};

/** Opens something over the page. What it shows is drawn on the server: the browser gets the press alone. */
export function OpenButton({ what, title, keyShortcuts, className, children }: OpenButtonProps) {
  return (
    <button
      type="button"
      title={title}
      aria-haspopup="dialog"
      aria-keyshortcuts={keyShortcuts}
      onClick={() => open(what)}
      className={className}
    >
      {children}
    </button>
  );
}
