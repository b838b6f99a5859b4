"use client";
import { Ellipsis } from "lucide-react";
import { usePathname } from "next/navigation";
import { open, useOpened } from "./opened.tsx";
import { UnreadCount } from "./unread.tsx";

/** Opens the rest of the places; it is where the page in view belongs, when that is one of them. */
export function MoreButton({ places, className }: { places: readonly string[]; className: string }) {
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
      <Ellipsis className="size-5" />
      More
      <UnreadCount className="absolute top-1.5 left-[calc(50%+4px)] flex" />
    </button>
  );
}
