"use client";
import { useEffect, useRef, useState } from "react";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { getPartTextById } from "./get-part-text-by-id.ts";
import { runAfterPaint } from "./input/run-after-paint.ts";
import type { PartActions } from "./use-part-actions.ts";

/**
 * Returns the text of a part one paint after its field shows it. The page around a long thread updates only once the
 * typing pauses, and the counts of the edited part must not wait for that.
 */
export function useDeferredPartText(part: DraftPart | undefined, actions: PartActions): string {
  const propText = part?.text ?? "";
  const id = part?.id;
  const [shown, setShown] = useState({ since: propText, text: propText });
  const latest = useRef(propText);
  latest.current = propText;
  /** The text last seen in the store, rendered or not, so that a letter and its deletion are both changes. */
  const last = useRef(propText);

  useEffect(() => {
    let isDue = false;
    const wordsNow = () => (id === undefined ? undefined : getPartTextById(actions.parts(), id)) ?? latest.current;
    return actions.subscribe(() => {
      if (isDue || wordsNow() === last.current) return;
      isDue = true;
      runAfterPaint(() => {
        isDue = false;
        last.current = wordsNow();
        setShown({ since: latest.current, text: last.current });
      });
    });
  }, [actions, id]);
  // A changed prop is newer than the text from the store before it.
  return shown.since === propText ? shown.text : propText;
}
