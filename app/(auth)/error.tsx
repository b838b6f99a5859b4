"use client";
import { LazyErrorPage } from "#components/shell/lazy-error-page.tsx";

export default function AuthErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <LazyErrorPage {...props} />
    </main>
  );
}
