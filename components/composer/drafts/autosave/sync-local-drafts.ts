import { getLocalItem } from "#components/composer/browser-storage.ts";
import { toDraftContent } from "#components/composer/drafts/draft-content.ts";
import { getDraftKey, parseStoredDraft } from "#components/composer/drafts/draft-storage.ts";
import { saveInBackground } from "./draft-session.ts";

/** Ms of quiet after which no tab is writing a draft any more. One that is would be told of its own words. */
const quietMs = 10 * 60_000;

/**
 * Brings drafts to the service that lie in this browser alone: put aside without a network, or left by a tab that died.
 * Their guard holds, so that nothing newer is written over. Changes of posts stay, for their page.
 */
export async function syncLocalDrafts(memberId: string, writingId: string | null, nowMs: number): Promise<void> {
  const start = getDraftKey(memberId, "");
  const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
  for (const name of names) {
    const [id, kept] = [name.slice(start.length), parseStoredDraft(getLocalItem(name))];
    const isLeft = kept && id !== writingId && !kept.isSaved && kept.version === null;
    if (!isLeft || nowMs - kept.keptAtMs < quietMs) continue;
    await saveInBackground(name, { id, base: kept.base, content: toDraftContent(kept.draft, null) });
  }
}
