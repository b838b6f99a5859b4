"use client";
import { useEffect, useState } from "react";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import type { When } from "#components/composer/state/draft.ts";

type Reader = typeof import("./parse-natural-date.ts");

/** What words about a time come to. */
export type ReadWords = { is: "empty" } | { is: "reading" } | { is: "unread" } | { is: "read"; when: When };

/** Reads words in a zone. What reads them is loaded with the first; where it can't be, nothing is understood. */
export function useReadWords(words: string, zone: string, now: Date): ReadWords {
  const { clock } = usePreferences();
  const [reader, setReader] = useState<Reader | "unreachable" | null>(null);
  const isEmpty = words.trim() === "";
  useEffect(() => {
    if (isEmpty) return;
    let here = true;
    import("./parse-natural-date.ts").then(
      (loaded) => here && setReader(loaded),
      () => here && setReader("unreachable"),
    );
    return () => {
      here = false;
    };
  }, [isEmpty]);
  if (isEmpty) return { is: "empty" };
  if (reader === null) return { is: "reading" };
  const when = reader === "unreachable" ? null : reader.readWhen(words, { now, zone, clock });
  return when ? { is: "read", when } : { is: "unread" };
}
