"use client";
import { Scissors } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { PartId } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";
import type { PartActions } from "./use-part-actions.ts";

/** Ms without a keystroke before a long text is split, and ms of splitting before other tasks run. */
const quietMs = 120;
const turnMs = 8;

/**
 * Returns how many parts a text that is too long would take; 0 while unknown. Counts in slices between keystrokes,
 * because a long text takes longer than a frame. `onCounted` runs once for each text.
 */
function useSplitCount(
  text: string,
  rules: readonly PlatformRules[],
  measure: TextEngine,
  onCounted: (text: string, count: number) => void,
): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
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

type SplitOfferProps = {
  partId: PartId;
  text: string;
  counted: readonly PlatformRules[];
  /** How many parts the text may become. */
  remainingParts: number;
  measure: TextEngine;
  actions: PartActions;
  isReadOnly: boolean;
};

/** Offers to split a part that is too long, or says that a thread has no space for its pieces. */
export function SplitOffer({ partId, text, counted, remainingParts, measure, actions, isReadOnly }: SplitOfferProps) {
  const splittable = useMemo(() => counted.filter((rules) => rules.thread !== "never"), [counted]);
  const onCounted = useCallback(
    (counted: string, count: number) => actions.offer(partId, counted, count, splittable),
    [actions, partId, splittable],
  );
  const pieces = useSplitCount(text, splittable, measure, onCounted);
  if (pieces > remainingParts) {
    return (
      <p className="text-13 text-failed">
        This needs {pieces} parts; a thread holds {limits.parts}.
      </p>
    );
  }
  if (pieces < 2 || isReadOnly) return null;
  return (
    <Button size="small" icon={<Scissors className="size-3.5" />} onClick={() => actions.splitUp(partId, splittable)}>
      Split into {pieces} parts
    </Button>
  );
}

type PartExcessProps = { text: string; counted: readonly PlatformRules[]; measure: TextEngine };

/** Marks the text of a part from the first character over a limit on. It is behind the field and breaks its lines alike. */
export function PartExcess({ text, counted, measure }: PartExcessProps) {
  const at = useMemo(
    () => Math.min(...counted.map((rules) => measure.findPartOverflow(text, rules) ?? text.length)),
    [text, counted, measure],
  );
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 whitespace-pre-wrap text-17 text-transparent"
      style={{ unicodeBidi: "plaintext" }}
    >
      {text.slice(0, at)}
      <mark className="rounded-sm bg-failed-wash text-transparent">{text.slice(at)}</mark>
    </div>
  );
}
