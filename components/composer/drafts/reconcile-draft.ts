/** Of one draft's words, which are gone on with: those that this browser kept, or those that the page was opened with. */
export type ReconcileResult = "kept" | "opened" | "both";

type StoredDraftVersion = { base: number; isSaved: boolean };

/**
 * `base` is the service's version that the kept words came after, or are when `isSaved`; `opened` the version that the
 * page was opened with, null where it was opened with none. A reloaded page may be older than what is kept: it was read
 * while the last words were still on their way to the service.
 * `isOwn`: what the page was opened with was sent from here, and nobody stayed to hear that it arrived.
 * @returns "both" when neither may be written over the other
 */
export function reconcileDraft(
  kept: StoredDraftVersion,
  opened: number | null,
  isSame: boolean,
  isOwn = false,
): ReconcileResult {
  if (opened === null) return "kept";
  if (isSame) return "opened";
  if (kept.base > opened) return "kept";
  if (kept.isSaved) return "opened";
  return kept.base < opened && !isOwn ? "both" : "kept";
}
