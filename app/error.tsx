"use client";
import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "#components/ui/button";
import { ErrorState } from "#components/ui/error-state";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const router = useRouter();
  const onRetry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <ErrorState
      className="min-h-[70dvh] content-center"
      level={1}
      title="This page could not be shown"
      reference={error.digest}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      What was saved or sent before is safe. Try again; if it stays like this, tell whoever runs this place and give the
      reference.
    </ErrorState>
  );
}
