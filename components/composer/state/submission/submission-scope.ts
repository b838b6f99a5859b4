import type {
  ComposerState,
  PartialSubmission,
  SubmissionScopeChange,
  UndoHistory,
} from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";

export const emptyPartialSubmission: PartialSubmission = {
  submissionId: null,
  channelIds: [],
  postIds: [],
  unsure: [],
};

/** Removes channels that were already submitted from a restored draft. */
export function removeSubmittedChannels(draft: ComposerDraft, { channelIds }: PartialSubmission): ComposerDraft {
  const left = draft.channelIds.filter((id) => !channelIds.includes(id));
  return left.length === draft.channelIds.length ? draft : { ...draft, channelIds: left };
}

/**
 * Keeps the scope changes that the history can still reach. Others were removed with redone steps or dropped off the
 * end of a long history.
 */
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

/** Switches to another submission scope and its progress; the previous scope's progress stays stored. */
export function switchSubmissionScope(state: ComposerState, thought: number): ComposerState {
  if (thought === state.thought) return state;
  const outs = new Map(state.outs).set(state.thought, state.out);
  return { ...state, thought, out: outs.get(thought) ?? emptyPartialSubmission, outs };
}

/** Starts a new submission scope without progress. */
export const startNewSubmissionScope = (state: ComposerState): ComposerState =>
  switchSubmissionScope(state, Math.max(state.thought, ...state.outs.keys()) + 1);

/**
 * Switches the scope if an undo or redo crossed a scope change.
 * @param before the number of undo steps before the step
 */
export function switchSubmissionScopeOnUndo(state: ComposerState, before: number): ComposerState {
  const { cleared, history } = state;
  const over = cleared.find(({ at }) => before < at !== history.past.length < at);
  if (!over) return state;
  const aside = { ...over, thought: state.thought };
  return { ...switchSubmissionScope(state, over.thought), cleared: cleared.map((one) => (one === over ? aside : one)) };
}
