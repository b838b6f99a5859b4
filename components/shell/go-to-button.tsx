"use client";
import { Search } from "lucide-react";
import { Kbd } from "#components/ui/kbd";
import { ariaKeys } from "#components/ui/page-keys";
import { open } from "./opened.tsx";

/** Opens the palette, at the foot of the rail. */
export function GoToButton({ className }: { className: string }) {
  return (
    <button
      type="button"
      title="Go to…"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys("mod+k")}
      onClick={() => open("palette")}
      className={className}
    >
      <Search className="size-[17px]" />
      <span className="flex-1 text-left max-lg:sr-only">Go to…</span>
      <span className="flex max-lg:hidden">
        <Kbd keys="mod+k" />
      </span>
    </button>
  );
}
