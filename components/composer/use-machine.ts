"use client";
import { type RefObject, useCallback, useRef, useState } from "react";
import type { Draft } from "./machine/draft.ts";
import type { Composer, ComposerEvent, Effect, Subject } from "./machine/events.ts";
import { startComposer, step } from "./machine/step.ts";
import { afterPaint } from "./writing/after-paint.ts";

/** `isLetter`: typed in a field, which shows it by itself. */
export type Dispatch = (event: ComposerEvent, isLetter?: boolean) => void;
/** Tells of each change of what `latest` holds. @returns ends it */
export type Listen = (tell: () => void) => () => void;

/**
 * The machine and who hears it. `latest` is what was written, at any moment; `state` is what the page shows of it, and after
 * a letter follows it behind the paint: the field alone hears at once, by `listen`.
 */
export function useMachine(subject: Subject, draft: Draft, run: RefObject<(effect: Effect) => void>) {
  const [state, setState] = useState(() => startComposer(subject, draft));
  const latest = useRef(state);
  const isDue = useRef(false);
  const [told] = useState(() => new Set<() => void>());

  const dispatch = useCallback<Dispatch>(
    (event, isLetter = false) => {
      const before: Composer = latest.current;
      const [next, effects] = step(before, event, Date.now());
      latest.current = next;
      // A letter that ends a refusal, or begins a sending, is more than a letter.
      if (!isLetter || next.phase !== before.phase || next.out !== before.out) setState(next);
      else if (!isDue.current) {
        isDue.current = true;
        afterPaint(() => {
          isDue.current = false;
          setState(latest.current);
        });
      }
      for (const tell of told) tell();
      for (const effect of effects) run.current(effect);
    },
    [told, run],
  );
  const listen = useCallback<Listen>(
    (tell) => {
      told.add(tell);
      return () => told.delete(tell);
    },
    [told],
  );
  return { state, latest, dispatch, listen };
}
