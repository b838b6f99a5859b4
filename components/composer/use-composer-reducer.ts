"use client";
import { type RefObject, startTransition, useCallback, useRef, useState } from "react";
import { runAfterPaint } from "./editor/input/run-after-paint.ts";
import { recordTyping, typingIdleMs } from "./editor/input/typing-idle.ts";
import { createComposerState, reduceComposer } from "./state/composer-reducer.ts";
import type { ComposerEffect, ComposerEvent, ComposerState, ComposerSubject } from "./state/composer-state.ts";
import type { ComposerDraft } from "./state/draft.ts";

/**
 * The time at which the page renders a typed letter, which the field itself already shows: after the letter's paint, or
 * once the typing pauses.
 */
export type RenderTiming = "painted" | "rested";
/** `follows` is only set for text typed into a field. */
export type ComposerDispatch = (event: ComposerEvent, follows?: RenderTiming) => void;
/** Subscribes to changes of `latest`. @returns a function that unsubscribes */
export type ComposerSubscribe = (tell: () => void) => () => void;

/**
 * Runs the composer's reducer and its effects. `latest` always has the current state. `state` is the page's state,
 * which after a typed letter follows once the letter is painted; only the field updates at once, through `listen`.
 */
export function useComposerReducer(
  subject: ComposerSubject,
  draft: ComposerDraft,
  run: RefObject<(effect: ComposerEffect) => void>,
) {
  const [state, setState] = useState(() => createComposerState(subject, draft));
  const latest = useRef(state);
  const isDue = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [told] = useState(() => new Set<() => void>());

  const dispatch = useCallback<ComposerDispatch>(
    (event, follows) => {
      const before: ComposerState = latest.current;
      const [next, effects] = reduceComposer(before, event, Date.now());
      latest.current = next;
      recordTyping();
      const follow = () => setState(latest.current);
      clearTimeout(rest.current);
      // A letter that ends a refusal or starts a submission renders at once.
      if (!follows || next.phase !== before.phase || next.out !== before.out) follow();
      else if (follows === "rested") rest.current = setTimeout(() => startTransition(follow), typingIdleMs);
      else if (!isDue.current) {
        isDue.current = true;
        runAfterPaint(() => {
          isDue.current = false;
          follow();
        });
      }
      for (const tell of told) tell();
      for (const effect of effects) run.current(effect);
    },
    [told, run],
  );
  const listen = useCallback<ComposerSubscribe>(
    (tell) => {
      told.add(tell);
      return () => told.delete(tell);
    },
    [told],
  );
  return { state, latest, dispatch, listen };
}
