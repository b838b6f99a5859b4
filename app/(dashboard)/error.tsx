"use client";
import { LazyErrorPage } from "#components/shell/lazy-error-page.tsx";

/** Shows one page's error inside the shell, so that navigation stays usable. */
export default function DashboardErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <LazyErrorPage {...props} />;
}
