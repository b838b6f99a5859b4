"use client";
import { Failed } from "#components/shell/failed";

export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main>
      <Failed {...props} />
    </main>
  );
}
