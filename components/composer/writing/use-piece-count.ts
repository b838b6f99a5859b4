"use client";
import { useEffect, useState } from "react";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/use-text-engine.ts";

/** Ms without a keystroke after which a long text is cut, and ms of cutting after which others have their turn. */
const quietMs = 120;
const turnMs = 8;

/**
 * How many parts a text that is too long would take; 0 while that is not known. Counted between the keystrokes, piece by
 * piece, for a long text takes longer than a frame. `onCounted` is told once for each text.
 */
export function useSplitCount(
  text: string | null,
  rules: readonly PlatformRules[],
  measure: TextEngine | null,
  onCounted: (text: string, count: number) => void,
): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (text === null || !measure) return setCount(0);
    let found = 0;
    let timer: ReturnType<typeof setTimeout>;
    let work: ReturnType<TextEngine["cutIntoPieces"]> | null = null;
    const go = () => {
      work ??= measure.cutIntoPieces(text, rules);
      const until = performance.now() + turnMs;
      do {
        if (work.next().done) {
          setCount(found);
          return onCounted(text, found);
        }
        found += 1;
      } while (performance.now() < until);
      timer = setTimeout(go, 0);
    };
    timer = setTimeout(go, quietMs);
    return () => clearTimeout(timer);
  }, [text, rules, measure, onCounted]);
  return count;
}
