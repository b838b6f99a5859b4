"use client";
import { useEffect } from "react";
import { startAnew } from "./act-as.ts";

const keptAs = "postwright:acts-as";

/**
 * One browser acts as one member: when another tab goes on as somebody else, the pages that still show the former one's
 * data begin anew, before anything is done in the wrong organization.
 */
export function OneMember({ memberId }: { memberId: string }) {
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === keptAs && newValue !== null && newValue !== memberId) startAnew();
    };
    addEventListener("storage", onStorage);
    try {
      localStorage.setItem(keptAs, memberId);
    } catch {
      // Without storage each tab finds out by its next answer.
    }
    let end: () => void = () => undefined;
    let isGone = false;
    // After the page stands, and never a part of its first code.
    void import("#lib/queries/offline-page").then(
      ({ keepOffline }) => {
        if (!isGone) end = keepOffline(memberId);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      end();
      removeEventListener("storage", onStorage);
    };
  }, [memberId]);
  return null;
}
