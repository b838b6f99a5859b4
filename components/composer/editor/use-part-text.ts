"use client";
import { useEffect, useRef, useState } from "react";
import type { Part } from "#components/composer/state/draft.ts";
import { afterPaint } from "./input/run-after-paint.ts";
import { textOf } from "./part-text.ts";
import type { PartActs } from "./use-part-actions.ts";

/**
 * The words of a part a paint after its field shows them; the page around a long thread follows once the typing rests, and
 * counts of the part that is written shall not wait for it.
 */
export function useWords(part: Part | undefined, acts: PartActs): string {
  const given = part?.text ?? "";
  const id = part?.id;
  const [heard, setHeard] = useState({ since: given, words: given });
  const latest = useRef(given);
  latest.current = given;
  /** What was heard last, whether it is drawn yet or not: letters that are taken back are news too. */
  const last = useRef(given);

  useEffect(() => {
    let isDue = false;
    const wordsNow = () => (id === undefined ? undefined : textOf(acts.parts(), id)) ?? latest.current;
    return acts.listen(() => {
      if (isDue || wordsNow() === last.current) return;
      isDue = true;
      afterPaint(() => {
        isDue = false;
        last.current = wordsNow();
        setHeard({ since: latest.current, words: last.current });
      });
    });
  }, [acts, id]);
  // What is given is newer than what was heard before it.
  return heard.since === given ? heard.words : given;
}
