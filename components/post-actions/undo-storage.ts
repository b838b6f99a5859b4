import { newId } from "#lib/new-id.ts";
import type { StillPublishedPost } from "./take-down-prompt.ts";
import { getUndoKey, undoKeyStart } from "./undo-key.ts";

/** Posts that a submission created, and the text to return to when they are taken back. */
export type CreatedPosts = {
  submissionId: string;
  posts: readonly { id: string; version: number }[];
  /** The item of the browser's storage that holds the text, and the page that opens it; absent for a very long text. */
  text?: { key: string; value: string; href: string } | undefined;
};

/** An undo that this browser can still run, also after a full reload. */
export type StoredUndo = {
  /** The id of the change; for created posts the id of their submission. */
  undo: string;
  /** The tab that made the change: it alone offers the undo by a toast and by Ctrl/⌘ Z. */
  tab?: string;
  message: string;
  /** The first of the changed posts, whose title the list of recent changes shows. */
  postId?: string | undefined;
  countDown: boolean;
  doneAtMs: number;
  /** The time at which the toast goes. */
  endsAtMs: number;
  /** The time until which the service can undo it. */
  untilMs: number;
  /** Deleted posts that are still published. */
  standing?: readonly StillPublishedPost[];
  created?: CreatedPosts;
  /** For an edit that published: the page that opens the edited post in the composer once the edit is undone. */
  editHref?: string;
};

/** Undos that a browser remembers, besides those that count down. */
const maxStored = 20;

/** Ms that a browser remembers an undo: the storage also holds the drafts. */
const maxAgeMs = 24 * 3_600_000;

/** Length of a text that is stored with its undo. All undos then take less than a tenth of a browser's 5 MB. */
const maxTextLength = 20_000;

/** Reads the member's undos that still hold, oldest first; unreadable content counts as none. */
export function readStoredUndos(storage: Storage, nowMs: number): StoredUndo[] {
  return listKeys(storage, getUndoKey(""))
    .flatMap((key) => readUndo(storage, key) ?? [])
    .filter(({ untilMs }) => untilMs > nowMs)
    .sort((a, b) => a.doneAtMs - b.doneAtMs);
}

let tabId: string | null = null;

/** Returns the id of this tab, which stays over a reload. */
export function getTabId(): string {
  const name = "postwright.tab";
  try {
    tabId = sessionStorage.getItem(name) ?? tabId ?? newId();
    sessionStorage.setItem(name, tabId);
  } catch {
    tabId ??= newId();
  }
  return tabId;
}

/**
 * Stores an undo until its time ends, at most for a day. If the storage is full or unavailable, only the undo after a
 * reload is lost.
 */
export function storeUndo(storage: Storage, storedUndo: StoredUndo, nowMs: number): void {
  const { tab = getTabId(), created, doneAtMs } = storedUndo;
  const isLong = (created?.text?.value.length ?? 0) > maxTextLength;
  const value: StoredUndo = {
    ...storedUndo,
    tab,
    untilMs: Math.min(storedUndo.untilMs, doneAtMs + maxAgeMs),
    ...(created && isLong && { created: { ...created, text: undefined } }),
  };
  // The ended ones may hold the room that this one needs.
  pruneUndos(storage, nowMs);
  try {
    storage.setItem(getUndoKey(storedUndo.undo), JSON.stringify(value));
  } catch {
    // Only the undo after a reload is lost.
  }
  pruneUndos(storage, nowMs);
}

export function removeUndo(storage: Storage, undo: string): void {
  storage.removeItem(getUndoKey(undo));
}

/** Removes ended undos, also of other members, and the oldest above the limit. One that counts down always stays. */
export function pruneUndos(storage: Storage, nowMs: number): void {
  const others: { key: string; doneAtMs: number }[] = [];
  for (const key of listKeys(storage, undoKeyStart)) {
    const one = readUndo(storage, key);
    if (!one || one.untilMs <= nowMs) storage.removeItem(key);
    else if (!one.countDown) others.push({ key, doneAtMs: one.doneAtMs });
  }
  others.sort((a, b) => b.doneAtMs - a.doneAtMs);
  for (const { key } of others.slice(maxStored)) storage.removeItem(key);
}

const listKeys = (storage: Storage, start: string) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "").filter((key) => key.startsWith(start));

function readUndo(storage: Storage, key: string): StoredUndo | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return isStoredUndo(value) ? value : null;
  } catch {
    return null;
  }
}

function isStoredUndo(value: unknown): value is StoredUndo {
  if (typeof value !== "object" || value === null) return false;
  const { undo, message, countDown, doneAtMs, endsAtMs, untilMs } = value as Partial<Record<keyof StoredUndo, unknown>>;
  return (
    typeof undo === "string" &&
    typeof message === "string" &&
    typeof countDown === "boolean" &&
    typeof doneAtMs === "number" &&
    typeof endsAtMs === "number" &&
    typeof untilMs === "number"
  );
}
