"use client";
import { useEffect, useState } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";

type NaturalDateParser = typeof import("#lib/time/parse/parse-natural-date.ts");

export type NaturalDateResult =
  | { type: "empty" }
  | { type: "reading" }
  /** `problem`: a reason that the text itself names, with advice. */
  | { type: "unread"; problem: string | null }
  | { type: "read"; when: PublishTime };

/** Parses a time in a zone. The parser is loaded with the first text; if loading fails, nothing is parsed. */
export function useNaturalDate(text: string, zone: string, now: Date): NaturalDateResult {
  const { dateOrder } = usePreferences();
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
  if (reader === "unreachable") return { type: "unread", problem: null };
  const when = reader.parseNaturalDate(text, { now, zone, dateOrder });
  return when ? { type: "read", when } : { type: "unread", problem: reader.getNumericDateProblem(text, dateOrder) };
}
