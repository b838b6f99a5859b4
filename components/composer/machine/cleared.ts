import type { Cleared, Composer, History } from "./events.ts";

/** Those of the steps that emptied the sheet that are still there after a change: others went with what was undone, or off the end of a long history. */
export function stillCleared(cleared: readonly Cleared[], was: History, is: History): readonly Cleared[] {
  if (is.past === was.past) return cleared;
  const dropped = was.past.length + 1 - is.past.length;
  return cleared
    .filter(({ at }) => at <= was.past.length && at > dropped)
    .map((one) => ({ ...one, at: one.at - dropped }));
}

/** After a step of the history from so many: back before the sheet was emptied, what was out then is known again; forth, what went out since. */
export function overCleared(state: Composer, before: number): Composer {
  const { cleared, out, history } = state;
  const over = cleared.find(({ at }) => before < at !== history.past.length < at);
  if (!over) return state;
  return { ...state, out: over.out, cleared: cleared.map((one) => (one === over ? { ...one, out } : one)) };
}
