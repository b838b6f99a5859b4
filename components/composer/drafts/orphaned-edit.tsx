"use client";
import { Suspense } from "react";
import { later } from "#components/ui/layout/lazy-component.tsx";
import type { KeptChangeProps } from "./orphaned-edit-panel.tsx";

const Panel = later(() => import("./orphaned-edit-panel.tsx").then((file) => file.KeptChangePanel));

/** What was written as a change of a post that can't be changed any more. Its code comes only where there is any. */
export function KeptChange(props: KeptChangeProps) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
