"use client";
import { FailedPage } from "#components/shell/failed-page";

export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <FailedPage {...props} />
    </main>
  );
}
