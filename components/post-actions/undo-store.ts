import { undoStorageKey as key, type StillPublishedPost } from "./take-down-prompt.ts";

/** A change that can still be undone in this tab, also after a full reload. */
export type StoredUndo = {
  undo: string;
  message: string;
  countDown: boolean;
  endsAtMs: number;
  /** Deleted posts that are still out. */
  standing?: readonly StillPublishedPost[];
};

/** What can still be undone, oldest first; what can't be read counts as nothing. */
export function readStoredUndos(storage: Storage, nowMs: number): StoredUndo[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isStoredUndo).filter((one) => one.endsAtMs > nowMs) : [];
  } catch {
    return [];
  }
}

/** Remembers it until its time is over. A storage that is full or closed only costs the undo after a reload. */
export function storeUndo(storage: Storage, kept: StoredUndo, nowMs: number): void {
  write(storage, [...readStoredUndos(storage, nowMs).filter((one) => one.undo !== kept.undo), kept]);
}

export function removeUndo(storage: Storage, undo: string, nowMs: number): void {
  write(
    storage,
    readStoredUndos(storage, nowMs).filter((one) => one.undo !== undo),
  );
}

function write(storage: Storage, kept: readonly StoredUndo[]): void {
  try {
    if (kept.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(kept));
  } catch {
    // See above.
  }
}

function isStoredUndo(value: unknown): value is StoredUndo {
  if (typeof value !== "object" || value === null) return false;
  const { undo, message, countDown, endsAtMs } = value as Partial<Record<keyof StoredUndo, unknown>>;
  return (
    typeof undo === "string" &&
    typeof message === "string" &&
    typeof countDown === "boolean" &&
    typeof endsAtMs === "number"
  );
}
