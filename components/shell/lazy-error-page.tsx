"use client";
import { lazy, Suspense } from "react";
import type { FailedPageProps } from "./error-page.tsx";

// Loaded when something has failed: every page brings this file along, and more than once. Should that fail too, the
// error reaches the page for the whole document, which is always there.
const FailedPage = lazy(() => import("./error-page.tsx").then((file) => ({ default: file.FailedPage })));

/** What stands in place of a page that threw. */
export function Failed(props: FailedPageProps) {
  return (
    <Suspense>
      <FailedPage {...props} />
    </Suspense>
  );
}
