"use client";
import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";

export type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** Replaces a page that threw. `digest` is the error's id in the server's log. */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  const router = useRouter();
  // Refreshes before it renders again: the server may have caused the error.
  const onRetry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <ErrorState
      level={1}
      className="min-h-[70dvh] content-center"
      title="This page couldn't be shown"
      reference={error.digest}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      Saved and scheduled posts are safe. Try again; if it keeps happening, give your administrator this reference.
    </ErrorState>
  );
}
