"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { PopoverProps } from "./popover-panel.tsx";

// Loaded on the first opening: no page needs it to stand.
const PopoverPanel = lazyComponent(() => import("./popover-panel.tsx").then((file) => file.PopoverPanel));

/** A panel beside the button that was pressed for it. Its code comes with its first opening. */
export function Popover({ open, ...rest }: PopoverProps & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <PopoverPanel {...rest} />
    </Suspense>
  );
}
