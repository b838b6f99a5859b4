import type {
  ComposerState,
  PartialSubmission,
  SubmissionSwitch,
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
 * Keeps the switches that the history can still reach. Others were removed with redone steps or dropped off the end of
 * a long history.
 */
export function pickReachableSwitches(
  switches: readonly SubmissionSwitch[],
  was: UndoHistory,
  is: UndoHistory,
): readonly SubmissionSwitch[] {
  if (is.past === was.past) return switches;
  const dropped = was.past.length + 1 - is.past.length;
  return switches
    .filter(({ at }) => at <= was.past.length && at > dropped)
    .map((one) => ({ ...one, at: one.at - dropped }));
}

/** Switches to another submission and its progress; the previous submission's progress stays stored. */
export function switchSubmission(state: ComposerState, submissionNumber: number): ComposerState {
  if (submissionNumber === state.submissionNumber) return state;
  const outs = new Map(state.outs).set(state.submissionNumber, state.out);
  return { ...state, submissionNumber, out: outs.get(submissionNumber) ?? emptyPartialSubmission, outs };
}

/** Starts a new submission without progress. */
export const startNewSubmission = (state: ComposerState): ComposerState =>
  switchSubmission(state, Math.max(state.submissionNumber, ...state.outs.keys()) + 1);

/**
 * Switches the submission if an undo or redo crossed a switch.
 * @param before the number of undo steps before the step
 */
export function switchSubmissionOnUndo(state: ComposerState, before: number): ComposerState {
  const { switches, history } = state;
  const over = switches.find(({ at }) => before < at !== history.past.length < at);
  if (!over) return state;
  const aside = { ...over, submissionNumber: state.submissionNumber };
  return {
    ...switchSubmission(state, over.submissionNumber),
    switches: switches.map((one) => (one === over ? aside : one)),
  };
}
