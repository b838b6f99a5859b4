import { undoStorageKey as key, type StillPublishedPost } from "./take-down-prompt.ts";

/** An undo that this tab can still offer, also after a full reload. */
export type StoredUndo = {
  undo: string;
  message: string;
  countDown: boolean;
  endsAtMs: number;
  /** Deleted posts that are still published. */
  standing?: readonly StillPublishedPost[];
};

/** Reads the undos that can still be offered, oldest first; unreadable content counts as none. */
export function readStoredUndos(storage: Storage, nowMs: number): StoredUndo[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isStoredUndo).filter((one) => one.endsAtMs > nowMs) : [];
  } catch {
    return [];
  }
}

/** Stores an undo until its time ends. If the storage is full or unavailable, only the undo after a reload is lost. */
export function storeUndo(storage: Storage, storedUndo: StoredUndo, nowMs: number): void {
  write(storage, [...readStoredUndos(storage, nowMs).filter((one) => one.undo !== storedUndo.undo), storedUndo]);
}

export function removeUndo(storage: Storage, undo: string, nowMs: number): void {
  write(
    storage,
    readStoredUndos(storage, nowMs).filter((one) => one.undo !== undo),
  );
}

function write(storage: Storage, undos: readonly StoredUndo[]): void {
  try {
    if (undos.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(undos));
  } catch {
    // Only the undo after a reload is lost.
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
