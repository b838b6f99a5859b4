"use client";
import { useEffect, useRef, useState } from "react";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { runAfterPaint } from "./input/run-after-paint.ts";
import { getPartText } from "./part-text.ts";
import type { PartActions } from "./use-part-actions.ts";

/**
 * The words of a part a paint after its field shows them; the page around a long thread follows once the typing rests, and
 * counts of the part that is written shall not wait for it.
 */
export function usePartText(part: DraftPart | undefined, acts: PartActions): string {
  const given = part?.text ?? "";
  const id = part?.id;
  const [heard, setHeard] = useState({ since: given, words: given });
  const latest = useRef(given);
  latest.current = given;
  /** What was heard last, whether it is drawn yet or not: letters that are taken back are news too. */
  const last = useRef(given);

  useEffect(() => {
    let isDue = false;
    const wordsNow = () => (id === undefined ? undefined : getPartText(acts.parts(), id)) ?? latest.current;
    return acts.listen(() => {
      if (isDue || wordsNow() === last.current) return;
      isDue = true;
      runAfterPaint(() => {
        isDue = false;
        last.current = wordsNow();
        setHeard({ since: latest.current, words: last.current });
      });
    });
  }, [acts, id]);
  // What is given is newer than what was heard before it.
  return heard.since === given ? heard.words : given;
}
