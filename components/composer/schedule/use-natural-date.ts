"use client";
import { useEffect, useState } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";

type NaturalDateParser = typeof import("#lib/time/parse/parse-natural-date.ts");

export type NaturalDateResult =
  | { type: "empty" }
  | { type: "reading" }
  | { type: "unread" }
  | { type: "read"; when: PublishTime };

/** Parses a time in a zone. The parser is loaded with the first text; if loading fails, nothing is parsed. */
export function useNaturalDate(text: string, zone: string, now: Date): NaturalDateResult {
  const { clock } = usePreferences();
  const [reader, setReader] = useState<NaturalDateParser | "unreachable" | null>(null);
  const isEmpty = text.trim() === "";
  useEffect(() => {
    if (isEmpty) return;
    let isMounted = true;
    import("#lib/time/parse/parse-natural-date.ts").then(
      (loaded) => isMounted && setReader(loaded),
      () => isMounted && setReader("unreachable"),
    );
    return () => {
      isMounted = false;
    };
  }, [isEmpty]);
  if (isEmpty) return { type: "empty" };
  if (reader === null) return { type: "reading" };
  const when = reader === "unreachable" ? null : reader.parseNaturalDate(text, { now, zone, clock });
  return when ? { type: "read", when } : { type: "unread" };
}
