"use client";
import { lazy, Suspense } from "react";
import type { PopoverProps } from "./popover-panel.tsx";

// Loaded on the first opening: no page needs it to stand.
const PopoverPanel = lazy(() => import("./popover-panel.tsx").then((file) => ({ default: file.PopoverPanel })));

/** A panel beside the button that was pressed for it. Its code comes with its first opening. */
export function Popover({ open, ...rest }: PopoverProps & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <PopoverPanel {...rest} />
    </Suspense>
  );
}
