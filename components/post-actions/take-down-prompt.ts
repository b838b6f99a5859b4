import type { BulkChangeResult } from "#lib/contract/types.ts";

/** A post that stands on its platform whatever becomes of it here. */
export type StillPublishedPost = {
  id: string;
  /** The platform's slug; null where the service does not say it. */
  channel: string | null;
  urls: readonly string[];
  /** Whether the service can take it down from there. */
  canTakeDown: boolean;
};

/** Where a tab keeps what can still be undone; its reader is `undo-store.ts`. */
export const undoStorageKey = "postwright.undo";

type Listener = () => void;

let shown: readonly StillPublishedPost[] | null = null;
const listeners = new Set<Listener>();

/** What the dialog of `take-down-dialog.tsx` is about, for React to read. */
export const takeDownPrompt = {
  read: () => shown,
  listen(listener: Listener) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Shows where they stand and offers to take them down; null closes. */
  show(posts: readonly StillPublishedPost[] | null) {
    shown = posts;
    for (const listener of listeners) listener();
  },
};

/** Those of a deletion that are out. */
export function getStillPublishedPosts(changed: BulkChangeResult["changed"]): StillPublishedPost[] {
  return changed.flatMap(({ id, channel, published_urls, take_down }) =>
    published_urls ? { id, channel: channel ?? null, urls: published_urls, canTakeDown: take_down ?? false } : [],
  );
}
