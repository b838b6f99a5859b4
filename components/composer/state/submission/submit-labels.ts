import { type ComposerDraft, isDraftBlank } from "#components/composer/state/draft.ts";

/** The words on the button: what will happen. `short` stands alone where there is little room. */
export function getSubmitLabel(draft: ComposerDraft, isEdit: boolean, fixed = 0): { short: string; rest: string } {
  if (fixed > 0) {
    return isDraftBlank(draft)
      ? { short: "Finish here", rest: "" }
      : { short: "Continue", rest: ` with part ${fixed + 1}` };
  }
  const count = draft.channelIds.length;
  const where = count === 0 ? "" : count === 1 ? " on 1 channel" : ` on ${count} channels`;
  if (draft.when.is === "now") return { short: "Publish", rest: isEdit ? " now" : where };
  return { short: isEdit ? "Save schedule" : "Schedule", rest: isEdit ? "" : where };
}

/** The words on the button beside it, which lets nothing out; a phone shows no more than `short`. */
export function getSaveDraftLabel(isScheduled: boolean, fixed = 0): { short: string; rest: string } {
  if (fixed > 0) return { short: "Save", rest: "" };
  // It takes the time away that the post has: not to be had by the way.
  return isScheduled ? { short: "Back to draft", rest: "" } : { short: "Save", rest: " draft" };
}
