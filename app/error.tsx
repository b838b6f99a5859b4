"use client";
import { Failed } from "#components/shell/lazy-error-page.tsx";

export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <Failed {...props} />
    </main>
  );
}
