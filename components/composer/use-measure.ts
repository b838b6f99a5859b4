"use client";
import { useEffect, useState } from "react";

export type Measure = typeof import("./measure.ts");
let loading: Promise<Measure> | null = null;

/** Loads the text engine once. */
export function loadMeasure(): Promise<Measure> {
  loading ??= import("./measure.ts").catch((error: unknown) => {
    // Offline for a moment: asked again next time.
    loading = null;
    throw error;
  });
  return loading;
}

/** The text engine, or null until it is there. */
export function useMeasure(): Measure | null {
  const [measure, setMeasure] = useState<Measure | null>(null);
  useEffect(() => {
    let here = true;
    loadMeasure().then(
      (loaded) => here && setMeasure(() => loaded),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return measure;
}
