"use client";
import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";

export type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** What stands in place of a page that threw. `digest` is the id under which the server's log keeps the error. */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  const router = useRouter();
  // Refreshed before it is shown again: what failed may have failed on the server.
  const onRetry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <ErrorState
      level={1}
      className="min-h-[70dvh] content-center"
      title="This page could not be shown"
      reference={error.digest}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      What was saved or sent before is safe. Try again; if it stays like this, tell whoever runs this place and give the
      reference.
    </ErrorState>
  );
}
