import { emptyDraft } from "#components/composer/state/draft.ts";
import type { Composer, ComposerEvent, Effect } from "#components/composer/state/composer-state.ts";
import { startComposer, step } from "#components/composer/state/composer-reducer.ts";

export const fresh = () => startComposer({ is: "new" }, emptyDraft("p1", 20));

/** Runs events in order and collects every effect. */
export function run(
  events: readonly ComposerEvent[],
  from: Composer = fresh(),
): { state: Composer; effects: Effect[] } {
  let state = from;
  const effects: Effect[] = [];
  for (const event of events) {
    const [next, asked] = step(state, event);
    state = next;
    effects.push(...asked);
  }
  return { state, effects };
}

export const sends = (effects: readonly Effect[]) => effects.filter((effect) => effect.do === "send");
export const typed: ComposerEvent = { type: "typed", partId: "p1", text: "Hello" };
export const image = { id: "i1", name: "a.png", sizeBytes: 10 };
export const submit = (repeatKey: string): ComposerEvent => ({ type: "submitted", intent: "send", repeatKey });
