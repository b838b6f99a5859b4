import type { AutosaveState } from "./autosave-reducer.ts";
import type { DraftSaveState } from "./draft-session.ts";

/** The result of the last write to local storage. */
export type LocalSaveStatus = "nothing" | "kept" | "full";

/** The label of the save status. `at` is an instant of the service's clock; `signIn` adds a link to sign in. */
export type SaveStatusLabel = { text: string; short?: string; at?: string; tone: "quiet" | "warn"; signIn?: true };

type SaveStatusInput = {
  here: LocalSaveStatus;
  words: DraftSaveState;
  isOnline: boolean;
  /** False if the service stores no drafts. */
  canSave: boolean;
  /** Null until the author changed something. */
  saves: Pick<AutosaveState<unknown>, "wanted" | "flight" | "trouble" | "savedAt"> | null;
  clash: { at: string | null; gone: null | { type: "deleted" | "sent" } } | null;
};

const storageFullLabel: SaveStatusLabel = {
  text: "Not saved: your browser's storage is full",
  short: "Not saved",
  tone: "warn",
};

/** Returns one line that is true at every moment; null if there is nothing to show. */
export function getSaveStatusLabel({
  here,
  words,
  isOnline,
  canSave,
  saves,
  clash,
}: SaveStatusInput): SaveStatusLabel | null {
  if (clash) {
    const { gone, at } = clash;
    if (gone?.type === "sent") return { text: "Sent elsewhere", tone: "warn" };
    if (gone?.type === "deleted") return { text: "Deleted elsewhere", tone: "warn" };
    return { text: "Changed elsewhere", short: "Changed", ...(at !== null && { at }), tone: "warn" };
  }
  if (words === "unkept") return here === "full" && !canSave ? storageFullLabel : savingLabel;
  if (here === "nothing") return saves?.savedAt ? { text: "Saved", at: saves.savedAt, tone: "quiet" } : null;
  if (!canSave) return here === "full" ? storageFullLabel : savedLocallyLabel;
  const isThere = words === "saved" && saves !== null && saves.wanted === null && saves.flight === null;
  if (isThere && saves.savedAt !== null) return { text: "Saved", at: saves.savedAt, tone: "quiet" };
  const trouble = saves?.trouble ?? null;
  if (here === "full" && (trouble !== null || !isOnline)) return storageFullLabel;
  if (trouble?.type === "signed-out") {
    return {
      text: "Saved here. Sign in again to save it on the server",
      short: "Saved here",
      tone: "warn",
      signIn: true,
    };
  }
  if (trouble?.type === "refused") {
    return { text: `Saved here, not on the server: ${trouble.why}`, short: "Saved here only", tone: "warn" };
  }
  if (!isOnline) return { text: "Offline, saved here", tone: "warn" };
  if (trouble?.type === "away") {
    return { text: "Saved here, not yet on the server", short: "Saved here", tone: "warn" };
  }
  return savingLabel;
}

const savingLabel: SaveStatusLabel = { text: "Saving…", tone: "quiet" };
const savedLocallyLabel: SaveStatusLabel = { text: "Saved in this browser", short: "Saved here", tone: "quiet" };
