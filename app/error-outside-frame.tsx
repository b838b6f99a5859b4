"use client";
import { LazyErrorPage } from "#components/shell/lazy-error-page.tsx";

/** Replaces a page outside the frame of the signed-in pages that threw. */
export function ErrorOutsideFrame(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <LazyErrorPage {...props} />
    </main>
  );
}
