"use client";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { open, useOpened } from "#components/shell/overlay-store.tsx";

type MoreButtonProps = { places: readonly string[]; className: string; children: ReactNode };

/** Opens the rest of the places; it is where the page in view belongs, when that is one of them. */
export function MoreButton({ places, className, children }: MoreButtonProps) {
  const pathname = usePathname();
  const opened = useOpened();
  const isThere = places.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={opened === "more"}
      aria-current={isThere ? "page" : undefined}
      onClick={() => open("more")}
      className={className}
    >
      {children}
    </button>
  );
}
