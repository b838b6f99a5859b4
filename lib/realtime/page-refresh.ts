import { isSigningOut } from "#lib/queries/sign-out-state.ts";

/** Draws the page anew on the server. Not while the server is away: the browser would leave the page for its own error, nor while it is left for sign-in. */
export async function refreshIfServerReady(refresh: () => void): Promise<void> {
  const answer = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok && !isSigningOut()) refresh();
}

/** Ms in which changes gather before the page is drawn anew, and the least between two times. */
const gatherMs = { first: 300, next: 2_000 };

/** Refreshes for any number of changes, as often as a person can follow. @returns `changed` to call, `end` to stop. */
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
