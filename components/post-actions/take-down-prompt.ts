import type { BulkChangeResult } from "#lib/contract/types.ts";

/** A post that stays published on its platform whatever happens to it here. */
export type StillPublishedPost = {
  id: string;
  /** The platform's slug; null if the service does not name it. */
  channel: string | null;
  urls: readonly string[];
  /** True if the service can take the post down. */
  canTakeDown: boolean;
};

/** The session storage key of the undo offers, which `undo-store.ts` reads. */
export const undoStorageKey = "postwright.undo";

type Listener = () => void;

let shown: readonly StillPublishedPost[] | null = null;
const listeners = new Set<Listener>();

/** The store of the posts in the take-down dialog (`take-down-dialog.tsx`). */
export const takeDownPrompt = {
  read: () => shown,
  listen(listener: Listener) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Shows the published posts and offers to take them down; null closes the dialog. */
  show(posts: readonly StillPublishedPost[] | null) {
    shown = posts;
    for (const listener of listeners) listener();
  },
};

/** Returns the posts of a deletion that are still published. */
export function getStillPublishedPosts(changed: BulkChangeResult["changed"]): StillPublishedPost[] {
  return changed.flatMap(({ id, channel, published_urls, take_down }) =>
    published_urls ? { id, channel: channel ?? null, urls: published_urls, canTakeDown: take_down ?? false } : [],
  );
}
