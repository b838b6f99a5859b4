"use client";
import { useEffect } from "react";

const activeMemberKey = "postwright:acts-as";

/** Ms after a page's rendering until the composer is cached for offline use: the page does not wait for it. */
const restMs = 1_500;

/**
 * Ensures that one browser acts as one member: when another tab switches to another member, pages with the previous
 * member's data reload from the home page, so that nothing happens in the wrong organization.
 */
export function ActiveMemberGuard({ memberId }: { memberId: string }) {
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === activeMemberKey && newValue !== null && newValue !== memberId) clearSessionAndOpenHome();
    };
    addEventListener("storage", onStorage);
    try {
      localStorage.setItem(activeMemberKey, memberId);
    } catch {
      // Without storage each tab notices the switch by its next answer.
    }
    const keep = () =>
      void import("#lib/queries/offline-composer-cache.ts")
        .then(({ cacheOfflineComposer }) => cacheOfflineComposer(memberId))
        .catch(() => undefined);
    const timer = setTimeout(keep, restMs);
    return () => {
      clearTimeout(timer);
      removeEventListener("storage", onStorage);
    };
  }, [memberId]);
  return null;
}

/** Loads the home page with cleared session storage, which belongs to another member. */
export function clearSessionAndOpenHome(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser without storage has nothing to clear.
  }
  location.assign("/");
}
