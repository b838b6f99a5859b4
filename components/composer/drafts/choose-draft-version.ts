/**
 * The version of a draft to continue with: the one in this browser, the one that the page was opened with, or the
 * author's choice of both.
 */
export type DraftVersionChoice = "kept" | "opened" | "both";

type StoredDraftVersion = { base: number; isSaved: boolean };

/**
 * Decides between the stored draft and the draft that the page was opened with. `base` of the stored draft is the
 * service's version before the stored content, or the version of the stored content itself if `isSaved`. A reloaded
 * page may have an older version than the browser, because the page was read while the last save was in flight.
 * @param opened the version that the page was opened with; null if there is none
 * @param isOwn true if this browser sent the opened content without getting an answer
 * @returns "both" if neither version may overwrite the other
 */
export function chooseDraftVersion(
  stored: StoredDraftVersion,
  opened: number | null,
  isSame: boolean,
  isOwn = false,
): DraftVersionChoice {
  if (opened === null) return "kept";
  if (isSame) return "opened";
  if (stored.base > opened) return "kept";
  if (stored.isSaved) return "opened";
  return stored.base < opened && !isOwn ? "both" : "kept";
}
