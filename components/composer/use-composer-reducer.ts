"use client";
import { type RefObject, startTransition, useCallback, useMemo, useRef, useState } from "react";
import { createStore, type Store } from "#components/ui/create-store.ts";
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
export type ComposerSubscribe = Store<ComposerState>["subscribe"];

/**
 * Runs the composer's reducer and its effects. `latest` always has the current state. `state` is the page's state,
 * which after a typed letter follows once the letter is painted; only the field updates at once, through `subscribe`.
 */
export function useComposerReducer(
  subject: ComposerSubject,
  draft: ComposerDraft,
  run: RefObject<(effect: ComposerEffect) => void>,
) {
  const [store] = useState(() => createStore(createComposerState(subject, draft)));
  const [state, setState] = useState(store.get);
  const latest = useMemo<RefObject<ComposerState>>(
    () => ({
      get current() {
        return store.get();
      },
    }),
    [store],
  );
  const isDue = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);

  const dispatch = useCallback<ComposerDispatch>(
    (event, follows) => {
      const before = store.get();
      const [next, effects] = reduceComposer(before, event, Date.now());
      store.set(next);
      recordTyping();
      const follow = () => setState(store.get());
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
      for (const effect of effects) run.current(effect);
    },
    [store, run],
  );
  return { state, latest, dispatch, subscribe: store.subscribe };
}
