"use client";
import { type RefObject, useCallback, useState } from "react";
import { type DraftSession, getSaveState } from "#components/composer/drafts/autosave/draft-session.ts";

/** Where the words at hand are, told at once to who listens: the page itself follows a key a moment later. */
export function useSaveState(hand: RefObject<DraftSession>) {
  const [told] = useState(() => new Set<() => void>());
  const tell = useCallback(() => {
    for (const one of told) one();
  }, [told]);
  const listen = useCallback(
    (one: () => void) => {
      told.add(one);
      return () => void told.delete(one);
    },
    [told],
  );
  const wordsNow = useCallback(() => getSaveState(hand.current), [hand]);
  return { tell, listen, wordsNow };
}
