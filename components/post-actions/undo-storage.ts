import { newId } from "#lib/new-id.ts";
import { undoStorageKey as key, type StillPublishedPost } from "./take-down-prompt.ts";

/** Posts that a submission created, and the text to return to when they are taken back. */
export type CreatedPosts = {
  submissionId: string;
  posts: readonly { id: string; version: number }[];
  /** The item of the browser's storage that holds the text, and the page that opens it. */
  text: { key: string; value: string; href: string };
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
  /** For an edit that published: the page on which the composer undoes it and goes on. */
  editHref?: string;
};

/** Undos that a browser remembers. */
const maxStored = 20;

/** Reads the undos that still hold, oldest first; unreadable content counts as none. */
export function readStoredUndos(storage: Storage, nowMs: number): StoredUndo[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isStoredUndo).filter((one) => one.untilMs > nowMs) : [];
  } catch {
    return [];
  }
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

/** Stores an undo of this tab until its time ends. If the storage is full or unavailable, only the undo after a reload is lost. */
export function storeUndo(storage: Storage, storedUndo: StoredUndo, nowMs: number): void {
  const others = readStoredUndos(storage, nowMs).filter((one) => one.undo !== storedUndo.undo);
  write(storage, [...others, { ...storedUndo, tab: getTabId() }].slice(-maxStored));
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
