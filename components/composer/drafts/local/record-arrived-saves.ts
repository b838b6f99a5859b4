import { getLocalItem, removeSessionItem, setLocalItem } from "#components/composer/browser-storage.ts";
import {
  getDraftKey,
  getQueuedSubmitKey,
  getUnansweredSavesKey,
  parseStoredDraft,
  serializeStoredDraft,
} from "#components/composer/drafts/draft-storage-format.ts";
import { isSameContent } from "#components/composer/drafts/is-same-content.ts";
import { toDraftContent } from "#components/composer/drafts/to-draft-content.ts";
import { unsavedAutosaves } from "#components/composer/drafts/unsaved-autosaves.ts";
import { readDraft } from "#lib/actions/drafts.ts";

/**
 * Records that the service has these drafts where it has the same content: their saves arrived, but the page was closed
 * before the answer. Different content stays unsaved, whichever is newer, and so does a draft with a submission that
 * waits for the connection.
 * @throws if the service can't be reached
 */
export async function recordArrivedSaves(memberId: string, ids: readonly string[]): Promise<void> {
  const saving = new Set([...unsavedAutosaves].map((autosave) => autosave.id()));
  for (const id of ids) {
    const name = getDraftKey(memberId, id);
    const text = getLocalItem(name);
    const stored = parseStoredDraft(text);
    if (!stored || saving.has(id) || getLocalItem(getQueuedSubmitKey(memberId, id)) !== null) continue;
    const { ok } = await readDraft({ id });
    const isStored = ok && ok.deleted_at === null && ok.created_post_ids.length === 0;
    // Another tab may have gone on writing meanwhile.
    if (!isStored || getLocalItem(name) !== text || !isSameContent(toDraftContent(stored.draft, null), ok.content))
      continue;
    setLocalItem(name, serializeStoredDraft({ ...stored, base: ok.version, isSaved: true, savedAt: ok.updated_at }));
    removeSessionItem(getUnansweredSavesKey(id));
  }
}
