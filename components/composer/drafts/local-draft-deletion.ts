import { getLocalItem } from "#components/composer/browser-storage.ts";

/** Starts the storage key of a draft's deletion; the draft's id follows. */
export const deletionKeyStart = "postwright:deleted:";

/** True if the draft was deleted from this browser: no tab stores or saves the draft any more. */
export const isLocalDraftDeleted = (draftId: string): boolean => getLocalItem(deletionKeyStart + draftId) !== null;
