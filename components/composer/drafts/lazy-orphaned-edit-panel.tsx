"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { OrphanedEditProps } from "./orphaned-edit-panel.tsx";

const OrphanedEditPanel = lazyComponent(() =>
  import("./orphaned-edit-panel.tsx").then((file) => file.OrphanedEditPanel),
);

/**
 * Shows the edit of a post that can't be edited any more. The panel is a lazy chunk, because most pages have no such
 * edit.
 */
export function LazyOrphanedEditPanel(props: OrphanedEditProps) {
  return (
    <Suspense>
      <OrphanedEditPanel {...props} />
    </Suspense>
  );
}
