import {
  getLocalItem,
  getSessionItem,
  removeLocalItem,
  removeSessionItem,
  setLocalItem,
  setSessionItem,
} from "#components/composer/browser-storage.ts";
import {
  getDraftKey,
  getQueuedSubmitKey,
  getUnansweredSavesKey,
  parseStoredDraft,
  parseUnansweredSaves,
} from "#components/composer/drafts/draft-storage-format.ts";
import { toDraftContent } from "#components/composer/drafts/to-draft-content.ts";
import { endAutosaves } from "#components/composer/drafts/unsaved-autosaves.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { returnToService, withdrawFromService } from "./withdraw-draft.ts";

type LocalDraftDeletion = {
  memberId: string;
  id: string;
  /** True if the service stores drafts: it may have the draft by a save in flight. */
  canSave: boolean;
  /** Called after each change of the browser's storage. */
  onLocalChange: () => void;
  /** Called after a change at the service. */
  onServiceChange: () => void;
};

/**
 * Deletes a draft from this browser with its submission that waits for the connection, and from the service if a save
 * arrived or still arrives there. Undo brings all of them back.
 */
export function deleteLocalDraft({ memberId, id, canSave, onLocalChange, onServiceChange }: LocalDraftDeletion): void {
  const name = getDraftKey(memberId, id);
  const sentKey = getUnansweredSavesKey(id);
  const queuedKey = getQueuedSubmitKey(memberId, id);
  const [stored, queued, sent] = [getLocalItem(name), getLocalItem(queuedKey), getSessionItem(sentKey)];
  endAutosaves(id);
  // Another tab that has the draft open sends only what is still queued here.
  removeLocalItem(queuedKey);
  removeLocalItem(name);
  removeSessionItem(sentKey);
  onLocalChange();
  if (canSave) void withdraw();

  async function withdraw(): Promise<void> {
    const answer = await withdrawFromService(id);
    if (answer?.isKept) showToast({ message: "Changed elsewhere meanwhile: that version stays in Drafts." });
    if (answer) onServiceChange();
  }

  /** Saves the restored draft. Its copy in this browser ends with that, unless the author went on writing. */
  async function saveRestored(): Promise<void> {
    const parsed = parseStoredDraft(stored);
    const content = parsed && toDraftContent(parsed.draft, null);
    // A composer that finds this content on the service then takes it for the author's own.
    if (content) setSessionItem(sentKey, JSON.stringify([...parseUnansweredSaves(sent), content]));
    const answer = await returnToService(id, content);
    if (!answer?.isSaved) return;
    if (getLocalItem(name) === stored) {
      removeLocalItem(name);
      removeSessionItem(sentKey);
    }
    onLocalChange();
    onServiceChange();
  }

  /** @returns false if the browser can't store the draft and its queued submission */
  function restoreLocally(text: string): boolean {
    const isRestored = (queued === null || setLocalItem(queuedKey, queued)) && setLocalItem(name, text);
    if (!isRestored) removeLocalItem(queuedKey);
    return isRestored;
  }

  function undo(): null {
    // Another tab that has the draft open may have stored a newer text.
    const isStored = getLocalItem(name) !== null;
    if (stored !== null && !isStored && !restoreLocally(stored)) {
      showToast({ tone: "failed", message: "Not restored: your browser's storage is full.", undo });
    } else if (canSave && !isStored) void saveRestored();
    onLocalChange();
    return null;
  }
  showToast({ message: queued === null ? "Draft deleted" : "Draft deleted. It won't be sent.", undo });
}
