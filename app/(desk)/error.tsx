"use client";
import { FailedPage } from "#components/shell/failed-page";

/** One page's error, inside the shell: the way to the other pages stays. */
export default function DeskErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <FailedPage {...props} />;
}
