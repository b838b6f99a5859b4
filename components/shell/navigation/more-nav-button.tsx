"use client";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { openOverlay, useOpenOverlay } from "#components/shell/overlay-store.tsx";

type MoreNavButtonProps = { places: readonly string[]; className: string; children: ReactNode };

/** Opens the other navigation items; highlighted while the current page is one of them. */
export function MoreNavButton({ places, className, children }: MoreNavButtonProps) {
  const pathname = usePathname();
  const opened = useOpenOverlay();
  const isThere = places.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={opened === "more"}
      aria-current={isThere ? "page" : undefined}
      onClick={() => openOverlay("more")}
      className={className}
    >
      {children}
    </button>
  );
}
