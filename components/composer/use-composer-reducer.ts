"use client";
import { type RefObject, startTransition, useCallback, useRef, useState } from "react";
import type { Draft } from "./state/draft.ts";
import type { Composer, ComposerEvent, Effect, Subject } from "./state/composer-state.ts";
import { startComposer, step } from "./state/composer-reducer.ts";
import { afterPaint } from "./editor/input/run-after-paint.ts";
import { noteChange, restMs } from "./editor/input/typing-idle.ts";

/** When the page follows a letter, which its field shows by itself: behind its paint, or once the typing rests. */
export type Follows = "painted" | "rested";
/** `follows`: only for what was typed in a field. */
export type Dispatch = (event: ComposerEvent, follows?: Follows) => void;
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
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [told] = useState(() => new Set<() => void>());

  const dispatch = useCallback<Dispatch>(
    (event, follows) => {
      const before: Composer = latest.current;
      const [next, effects] = step(before, event, Date.now());
      latest.current = next;
      noteChange();
      const follow = () => setState(latest.current);
      clearTimeout(rest.current);
      // A letter that ends a refusal, or begins a sending, is more than a letter.
      if (!follows || next.phase !== before.phase || next.out !== before.out) follow();
      else if (follows === "rested") rest.current = setTimeout(() => startTransition(follow), restMs);
      else if (!isDue.current) {
        isDue.current = true;
        afterPaint(() => {
          isDue.current = false;
          follow();
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
