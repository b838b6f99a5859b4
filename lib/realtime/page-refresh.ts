import { isSigningOut } from "#lib/queries/sign-out/is-signing-out.ts";

/**
 * Renders the page again on the server. Does nothing while the server is unavailable, because the browser would show
 * its own error page, or while the page is being left for sign-in.
 */
export async function refreshIfServerReady(refresh: () => void): Promise<void> {
  const answer = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok && !isSigningOut()) refresh();
}

/** Ms in which changes are collected before the page is rendered again, and the minimum between two renders. */
const gatherMs = { first: 300, next: 2_000 };

/**
 * Creates a throttle that refreshes after any number of changes, as often as a person can follow.
 * @returns `changed` to call, `end` to stop
 */
export function createThrottledRefresh(refresh: () => void): { changed: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    changed() {
      if (timer !== undefined) return;
      const waitMs = Math.max(gatherMs.first, lastMs + gatherMs.next - Date.now());
      timer = setTimeout(() => {
        timer = undefined;
        lastMs = Date.now();
        void refreshIfServerReady(refresh);
      }, waitMs);
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
