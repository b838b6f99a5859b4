"use client";
import { useEffect, useRef, useState } from "react";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { runAfterPaint } from "./input/run-after-paint.ts";
import { getPartText } from "./part-text.ts";
import type { PartActions } from "./use-part-actions.ts";

/**
 * Returns the text of a part one paint after its field shows it. The page around a long thread updates only once the
 * typing pauses, and the counts of the edited part must not wait for that.
 */
export function usePartText(part: DraftPart | undefined, acts: PartActions): string {
  const given = part?.text ?? "";
  const id = part?.id;
  const [heard, setHeard] = useState({ since: given, words: given });
  const latest = useRef(given);
  latest.current = given;
  /** The text last seen in the store, rendered or not, so that a letter and its deletion are both changes. */
  const last = useRef(given);

  useEffect(() => {
    let isDue = false;
    const wordsNow = () => (id === undefined ? undefined : getPartText(acts.parts(), id)) ?? latest.current;
    return acts.subscribe(() => {
      if (isDue || wordsNow() === last.current) return;
      isDue = true;
      runAfterPaint(() => {
        isDue = false;
        last.current = wordsNow();
        setHeard({ since: latest.current, words: last.current });
      });
    });
  }, [acts, id]);
  // A changed prop is newer than the text from the store before it.
  return heard.since === given ? heard.words : given;
}
