import type {
  ComposerState,
  SubmissionProgress,
  SubmissionScopeChange,
  UndoHistory,
} from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";

export const emptySubmissionProgress: SubmissionProgress = {
  submissionId: null,
  channelIds: [],
  postIds: [],
  unsure: [],
};

/** Words that come back, of which something is out: the channels that have them are not chosen again. */
export function removeSubmittedChannels(draft: ComposerDraft, { channelIds }: SubmissionProgress): ComposerDraft {
  const left = draft.channelIds.filter((id) => !channelIds.includes(id));
  return left.length === draft.channelIds.length ? draft : { ...draft, channelIds: left };
}

/** Those of the steps to another thought that are still there after a change: others went with what was undone, or off the end of a long history. */
export function pickReachableScopeChanges(
  cleared: readonly SubmissionScopeChange[],
  was: UndoHistory,
  is: UndoHistory,
): readonly SubmissionScopeChange[] {
  if (is.past === was.past) return cleared;
  const dropped = was.past.length + 1 - is.past.length;
  return cleared
    .filter(({ at }) => at <= was.past.length && at > dropped)
    .map((one) => ({ ...one, at: one.at - dropped }));
}

/** What is out is that of this thought from here on; of the one before it stays known. */
export function switchScope(state: ComposerState, thought: number): ComposerState {
  if (thought === state.thought) return state;
  const outs = new Map(state.outs).set(state.thought, state.out);
  return { ...state, thought, out: outs.get(thought) ?? emptySubmissionProgress, outs };
}

/** Words that nobody has written before, of which nothing is out. */
export const startNewScope = (state: ComposerState): ComposerState =>
  switchScope(state, Math.max(state.thought, ...state.outs.keys()) + 1);

/** After a step of the history from so many: over one that led to another thought, back and forth, it leads to the other. */
export function switchScopeOnUndo(state: ComposerState, before: number): ComposerState {
  const { cleared, history } = state;
  const over = cleared.find(({ at }) => before < at !== history.past.length < at);
  if (!over) return state;
  const aside = { ...over, thought: state.thought };
  return { ...switchScope(state, over.thought), cleared: cleared.map((one) => (one === over ? aside : one)) };
}
