"use client";
import { useEffect } from "react";
import { reloadFromHome } from "./switch-membership.ts";

const activeMemberKey = "postwright:acts-as";

/** Ms after a page stands until the composer is kept for the time without a network: nothing of the page waits for it. */
const restMs = 1_500;

/**
 * One browser acts as one member: when another tab goes on as somebody else, the pages that still show the former one's
 * data begin anew, before anything is done in the wrong organization.
 */
export function ActiveMemberGuard({ memberId }: { memberId: string }) {
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === activeMemberKey && newValue !== null && newValue !== memberId) reloadFromHome();
    };
    addEventListener("storage", onStorage);
    try {
      localStorage.setItem(activeMemberKey, memberId);
    } catch {
      // Without storage each tab finds out by its next answer.
    }
    const keep = () =>
      void import("#lib/queries/offline-composer.ts")
        .then(({ cacheOfflineComposer: keepOffline }) => keepOffline(memberId))
        .catch(() => undefined);
    const timer = setTimeout(keep, restMs);
    return () => {
      clearTimeout(timer);
      removeEventListener("storage", onStorage);
    };
  }, [memberId]);
  return null;
}
