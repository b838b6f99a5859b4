"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { OrphanedEditProps } from "./orphaned-edit-panel.tsx";

const OrphanedEditPanel = lazyComponent(() =>
  import("./orphaned-edit-panel.tsx").then((file) => file.OrphanedEditPanel),
);

/** What was written as a change of a post that can't be changed any more. Its code comes only where there is any. */
export function OrphanedEdit(props: OrphanedEditProps) {
  return (
    <Suspense>
      <OrphanedEditPanel {...props} />
    </Suspense>
  );
}
