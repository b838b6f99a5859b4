import { createComposerState, reduceComposer } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEffect, ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { createEmptyDraft } from "#components/composer/state/draft.ts";

export const createTestState = () => createComposerState({ type: "new" }, createEmptyDraft("p1", 20));

export function runEvents(
  events: readonly ComposerEvent[],
  from: ComposerState = createTestState(),
): { state: ComposerState; effects: ComposerEffect[] } {
  let state = from;
  const effects: ComposerEffect[] = [];
  for (const event of events) {
    const [next, asked] = reduceComposer(state, event);
    state = next;
    effects.push(...asked);
  }
  return { state, effects };
}

export const getSendEffects = (effects: readonly ComposerEffect[]) =>
  effects.filter((effect) => effect.type === "send");
export const typedEvent: ComposerEvent = { type: "typed", partId: "p1", text: "Hello" };
export const testImage = { id: "i1", name: "a.png", sizeBytes: 10 };
export const createSubmittedEvent = (repeatKey: string): ComposerEvent => ({
  type: "submitted",
  intent: "send",
  repeatKey,
});
