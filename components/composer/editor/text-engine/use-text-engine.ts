"use client";
import { useEffect, useState } from "react";
import { useIsBegun } from "#components/composer/writing/use-is-begun.ts";

export type Measure = typeof import("./text-engine.ts");
let loading: Promise<Measure> | null = null;

/** Loads the text engine once. */
export function loadMeasure(): Promise<Measure> {
  loading ??= import("./text-engine.ts").catch((error: unknown) => {
    // Offline for a moment: asked again next time.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * The text engine, or null until it is there. It is fetched when there is something to count, or when somebody begins
 * with the page; nobody needs its 11 KB to read an empty sheet.
 */
export function useMeasure(isNeeded: boolean): Measure | null {
  const [measure, setMeasure] = useState<Measure | null>(null);
  const isBegun = useIsBegun();
  const isWanted = isNeeded || isBegun;
  useEffect(() => {
    if (!isWanted) return;
    let here = true;
    loadMeasure().then(
      (loaded) => here && setMeasure(() => loaded),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [isWanted]);
  return measure;
}
