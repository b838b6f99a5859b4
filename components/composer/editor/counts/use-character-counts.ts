"use client";
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { TextEngine } from "#components/composer/editor/text-engine/use-text-engine.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";

/** A longer text takes longer to count for all platforms than a frame on a slow machine. */
const longText = 1_500;

export type PlatformCount = { rules: PlatformRules; count: ReturnType<TextEngine["countPart"]> };

const none: readonly PlatformCount[] = [];

/** What a text counts on each platform; a long one in turns, so that a key need not wait. Meanwhile what it counted before. */
export function useCharacterCounts(
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
