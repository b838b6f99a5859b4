"use client";
import { lazy, Suspense } from "react";
import type { ErrorPageProps } from "./error-page.tsx";

// Loaded when something has failed: every page brings this file along, and more than once. Should that fail too, the
// error reaches the page for the whole document, which is always there.
const ErrorPage = lazy(() => import("./error-page.tsx").then((file) => ({ default: file.ErrorPage })));

/** What stands in place of a page that threw. */
export function LazyErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <ErrorPage {...props} />
    </Suspense>
  );
}
