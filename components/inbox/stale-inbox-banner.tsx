"use client";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { failureOf } from "#lib/queries/read-resource.ts";

/** Says that what the page shows is what was known before, and why. Never loaded late: it is needed when nothing loads. */
export function NotCurrent({ error }: { error: Error }) {
  return (
    <Notice tone="failed" role="status" className="mb-3.5">
      {failureOf(error).message} This is what was known before; it is read again as soon as that works.
    </Notice>
  );
}
