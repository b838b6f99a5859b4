import { getLocalItem } from "#components/composer/browser-storage.ts";
import { getDraftKey, parseStoredDraft } from "#components/composer/drafts/draft-storage-format.ts";
import { toDraftContent } from "#components/composer/drafts/to-draft-content.ts";

/**
 * Ms of quiet after which no tab is editing a draft any more. A tab that still edits the draft would get a conflict
 * with its own content.
 */
const quietMs = 10 * 60_000;

/**
 * Saves drafts that only this browser has: set aside while offline, or left by a tab that crashed. The version check
 * protects newer versions on the service. Edits of posts stay in the browser until their page opens.
 */
export async function syncLocalDrafts(memberId: string, writingId: string | null, nowMs: number): Promise<void> {
  const start = getDraftKey(memberId, "");
  const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
  for (const name of names) {
    const [id, stored] = [name.slice(start.length), parseStoredDraft(getLocalItem(name))];
    const isLeft = stored && id !== writingId && !stored.isSaved && stored.post === null;
    if (!isLeft || nowMs - stored.keptAtMs < quietMs) continue;
    // Most browsers have no such draft.
    const { saveLeftDraft } = await import("./autosave.ts");
    saveLeftDraft(name, { id, base: stored.base, content: toDraftContent(stored.draft, null) });
  }
}
