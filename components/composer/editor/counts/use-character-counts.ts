"use client";
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Measure } from "#components/composer/editor/text-engine/use-text-engine.ts";

/** A longer text takes longer to count for all platforms than a frame on a slow machine. */
const longText = 1_500;

export type Counted = { rules: PlatformRules; count: ReturnType<Measure["countPart"]> };

const none: readonly Counted[] = [];

/** What a text counts on each platform; a long one in turns, so that a key need not wait. Meanwhile what it counted before. */
export function useCounts(
  text: string,
  counted: readonly PlatformRules[],
  measure: Measure | null,
): readonly Counted[] {
  const isLong = text.length > longText;
  const [, follow] = useState(none);
  const shown = useRef(none);
  const now = useMemo(
    () => (measure && !isLong ? counted.map((rules) => ({ rules, count: measure.countPart(text, rules) })) : none),
    [measure, isLong, counted, text],
  );
  if (!isLong) shown.current = now;
  useEffect(() => {
    if (!measure || !isLong) return;
    return measure.inTurns(measure.countAhead(text, counted), () => {
      shown.current = counted.map((rules) => ({ rules, count: measure.countPart(text, rules) }));
      startTransition(() => follow(shown.current));
    });
  }, [text, counted, measure, isLong]);
  return shown.current;
}
