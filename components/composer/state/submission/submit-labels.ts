import { type ComposerDraft, isDraftBlank } from "#components/composer/state/draft.ts";

/** Returns the label of the submit button; `short` alone fits little space. */
export function getSubmitLabel(draft: ComposerDraft, isEdit: boolean, fixed = 0): { short: string; rest: string } {
  if (fixed > 0) {
    return isDraftBlank(draft)
      ? { short: "Finish here", rest: "" }
      : { short: "Continue", rest: ` with part ${fixed + 1}` };
  }
  const count = draft.channelIds.length;
  const where = count === 0 ? "" : count === 1 ? " on 1 channel" : ` on ${count} channels`;
  if (draft.when.type === "now") return { short: "Publish", rest: isEdit ? " now" : where };
  return { short: isEdit ? "Update post" : "Schedule", rest: isEdit ? "" : where };
}
