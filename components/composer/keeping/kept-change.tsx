"use client";
import { Suspense } from "react";
import { later } from "#components/ui/later";
import type { KeptChangeProps } from "./kept-change-panel.tsx";

const Panel = later(() => import("./kept-change-panel.tsx").then((file) => file.KeptChangePanel));

/** What was written as a change of a post that can't be changed any more. Its code comes only where there is any. */
export function KeptChange(props: KeptChangeProps) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
