import { getLocalItem, listLocalNames, removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { deleteDraft } from "#lib/actions/drafts.ts";
import { deletionKeyStart, isLocalDraftDeleted } from "./local-draft-deletion.ts";

/**
 * Ms for which a deletion is remembered. A tab that the browser froze retries its save once the tab is shown again. The
 * service refuses a save over its own deleted draft as long.
 */
const rememberedMs = 30 * 86_400_000;

const listDeletionKeys = () => listLocalNames().filter((name) => name.startsWith(deletionKeyStart));

/**
 * Remembers the deletion of a draft for every tab, and forgets those of more than 30 days ago.
 * @param isConfirmed true once the service has no draft of this id
 */
export function storeLocalDraftDeletion(draftId: string, nowMs: number, isConfirmed: boolean): void {
  for (const name of listDeletionKeys()) {
    if (!(Number.parseInt(getLocalItem(name) ?? "", 10) > nowMs - rememberedMs)) removeLocalItem(name);
  }
  setLocalItem(deletionKeyStart + draftId, `${nowMs}${isConfirmed ? " confirmed" : ""}`);
}

/** Forgets the deletion, because it was undone. */
export const removeLocalDraftDeletion = (draftId: string): void => removeLocalItem(deletionKeyStart + draftId);

/** Lists the ids of deleted drafts that the service may still have. */
export const listUnconfirmedDeletions = (): string[] =>
  listDeletionKeys()
    .filter((name) => !getLocalItem(name)?.endsWith("confirmed"))
    .map((name) => name.slice(deletionKeyStart.length));

/**
 * Deletes from the service a draft that was deleted from this browser: a save without an answer may have arrived. Without
 * a connection `sync-local-drafts.ts` repeats the call. Requests of a tab run one after another, so the call runs after a
 * save in flight.
 * @returns true if the service had the draft
 */
export async function deleteDraftOnService(id: string): Promise<boolean> {
  const deleted = await deleteDraft({ id }).catch(() => null);
  const isGone = deleted?.ok !== undefined || deleted?.error?.code === "not_found";
  // The deletion may have been undone meanwhile.
  if (isGone && isLocalDraftDeleted(id)) storeLocalDraftDeletion(id, Date.now(), true);
  return deleted?.ok !== undefined;
}
