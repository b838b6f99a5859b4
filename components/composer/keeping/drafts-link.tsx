"use client";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";

/** To what else is begun, and to templates. */
export function DraftsLink() {
  return (
    <PrefetchLink
      href="/drafts"
      className="inline-flex items-center rounded-control px-2 text-14 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
    >
      Drafts
    </PrefetchLink>
  );
}
