import type { AutosaveState } from "./autosave-reducer.ts";
import type { DraftSaveState } from "./current-draft.ts";
import type { LocalSaveStatus } from "./draft-session.ts";

/** The label of the save status. `at` is an instant of the service's clock; `signIn` adds a link to sign in. */
export type SaveStatusLabel = { text: string; short?: string; at?: string; tone: "quiet" | "warn"; signIn?: true };

type SaveStatusInput = {
  localSave: LocalSaveStatus;
  saveState: DraftSaveState;
  isOnline: boolean;
  /** False if the service stores no drafts. */
  canSave: boolean;
  /** The draft edits a post; `isChanged` is true if the post would change. Null for a new post. */
  edit?: { isChanged: boolean } | null;
  /** Null until the author changed something. */
  sync: Pick<AutosaveState<unknown>, "pending" | "inFlight" | "problem" | "savedAt"> | null;
  conflict: { at: string | null; gone: null | { type: "deleted" | "sent" } } | null;
};

const storageFullLabel: SaveStatusLabel = {
  text: "Not saved: your browser's storage is full",
  short: "Not saved",
  tone: "warn",
};

/**
 * Returns one line that is true at every moment; null if there is nothing to show. "Saved" describes a draft. The text
 * of an edited post that is only saved is not the text that will be published, so the line says that instead.
 */
export function getSaveStatusLabel(input: SaveStatusInput): SaveStatusLabel | null {
  const label = getStorageLabel(input);
  if (!input.edit || label?.tone === "warn") return label;
  return input.edit.isChanged ? notAppliedLabel : null;
}

function getStorageLabel({
  localSave,
  saveState,
  isOnline,
  canSave,
  sync,
  conflict,
}: SaveStatusInput): SaveStatusLabel | null {
  if (conflict) {
    const { gone, at } = conflict;
    if (gone?.type === "sent") return { text: "Sent elsewhere", tone: "warn" };
    if (gone?.type === "deleted") return { text: "Deleted elsewhere", tone: "warn" };
    return { text: "Changed elsewhere", short: "Changed", ...(at !== null && { at }), tone: "warn" };
  }
  if (saveState === "unstored") return localSave === "full" && !canSave ? storageFullLabel : savingLabel;
  if (localSave === "none") return sync?.savedAt ? { text: "Saved", at: sync.savedAt, tone: "quiet" } : null;
  if (!canSave) return localSave === "full" ? storageFullLabel : savedLocallyLabel;
  const isOnService = saveState === "saved" && sync !== null && sync.pending === null && sync.inFlight === null;
  if (isOnService && sync.savedAt !== null) return { text: "Saved", at: sync.savedAt, tone: "quiet" };
  const problem = sync?.problem ?? null;
  if (localSave === "full" && (problem !== null || !isOnline)) return storageFullLabel;
  if (problem?.type === "signed-out") {
    return {
      text: "Saved here. Sign in again to save it on the server",
      short: "Saved here",
      tone: "warn",
      signIn: true,
    };
  }
  if (problem?.type === "refused") {
    return { text: `Saved here, not on the server: ${problem.why}`, short: "Saved here only", tone: "warn" };
  }
  if (!isOnline) return { text: "Offline, saved here", tone: "warn" };
  if (problem?.type === "away") {
    return { text: "Saved here, not yet on the server", short: "Saved here", tone: "warn" };
  }
  return savingLabel;
}

const savingLabel: SaveStatusLabel = { text: "Saving…", tone: "quiet" };
const savedLocallyLabel: SaveStatusLabel = { text: "Saved in this browser", short: "Saved here", tone: "quiet" };
const notAppliedLabel: SaveStatusLabel = { text: "Changes not applied", short: "Not applied", tone: "warn" };
