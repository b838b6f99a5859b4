"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { PopoverProps } from "./popover-panel.tsx";

// Loaded on first opening: no page needs it to render.
const PopoverPanel = lazyComponent(() => import("./popover-panel.tsx").then((file) => file.PopoverPanel));

/** A panel beside the button that opened it. Its code loads on first opening. */
export function Popover({ open, ...rest }: PopoverProps & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <PopoverPanel {...rest} />
    </Suspense>
  );
}
