"use client";
import { type RefObject, startTransition, useCallback, useRef, useState } from "react";
import { runAfterPaint } from "./editor/input/run-after-paint.ts";
import { recordTyping, typingIdleMs } from "./editor/input/typing-idle.ts";
import { createComposerState, reduceComposer } from "./state/composer-reducer.ts";
import type { ComposerEffect, ComposerEvent, ComposerState, ComposerSubject } from "./state/composer-state.ts";
import type { ComposerDraft } from "./state/draft.ts";

/** When the page follows a letter, which its field shows by itself: behind its paint, or once the typing rests. */
export type RenderTiming = "painted" | "rested";
/** `follows`: only for what was typed in a field. */
export type ComposerDispatch = (event: ComposerEvent, follows?: RenderTiming) => void;
/** Tells of each change of what `latest` holds. @returns ends it */
export type ComposerSubscribe = (tell: () => void) => () => void;

/**
 * The machine and who hears it. `latest` is what was written, at any moment; `state` is what the page shows of it, and after
 * a letter follows it behind the paint: the field alone hears at once, by `listen`.
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
      // A letter that ends a refusal, or begins a sending, is more than a letter.
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
