"use client";
import { lazy, Suspense } from "react";
import type { DialogProps } from "./dialog-panel.tsx";

// Loaded on the first opening: no page needs it to stand.
const DialogPanel = lazy(() => import("./dialog-panel.tsx").then((file) => ({ default: file.DialogPanel })));

/** A dialog; a sheet from below at phone width. Its code comes with its first opening. */
export function Dialog({ open, ...rest }: DialogProps & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <DialogPanel {...rest} />
    </Suspense>
  );
}
