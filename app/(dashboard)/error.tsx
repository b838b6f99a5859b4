"use client";
import { LazyErrorPage } from "#components/shell/lazy-error-page.tsx";

/** One page's error, inside the shell: the way to the other pages stays. */
export default function DashboardErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <LazyErrorPage {...props} />;
}
