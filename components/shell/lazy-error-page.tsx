"use client";
import { lazy, Suspense } from "react";
import type { ErrorPageProps } from "./error-page.tsx";

// Loaded when something has failed: every page includes this file, and more than once. If loading fails too, the error
// reaches the page for the whole document, which is always there.
const ErrorPage = lazy(() => import("./error-page.tsx").then((file) => ({ default: file.ErrorPage })));

/** Replaces a page that threw. */
export function LazyErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <ErrorPage {...props} />
    </Suspense>
  );
}
