"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { DialogProps } from "./dialog-panel.tsx";

// Loaded on first opening: no page needs it to render.
const DialogPanel = lazyComponent(() => import("./dialog-panel.tsx").then((file) => file.DialogPanel));

/** A dialog; a sheet from below at phone width. Its code loads on first opening. */
export function Dialog({ open, ...rest }: DialogProps & { open: boolean }) {
  if (!open) return null;
  return (
    <Suspense>
      <DialogPanel {...rest} />
    </Suspense>
  );
}
