"use client";
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";

/** Counting a text longer than this for all platforms takes more than a frame on a slow machine. */
const longText = 1_500;

export type PlatformCount = { rules: PlatformRules; count: ReturnType<TextEngine["countPart"]> };

const none: readonly PlatformCount[] = [];

/**
 * Returns the counts of a text on each platform. A long text is counted in slices, so that keystrokes need not wait;
 * until then the hook returns the previous counts.
 */
export function usePlatformCharacterCounts(
  text: string,
  counted: readonly PlatformRules[],
  measure: TextEngine | null,
): readonly PlatformCount[] {
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
    return measure.runInSlices(measure.precomputeCounts(text, counted), () => {
      shown.current = counted.map((rules) => ({ rules, count: measure.countPart(text, rules) }));
      startTransition(() => follow(shown.current));
    });
  }, [text, counted, measure, isLong]);
  return shown.current;
}
