import { createStore } from "#components/ui/create-store.ts";
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

/** The member's answer about an unconfirmed post: it is live, at `url` if they gave it; null takes the action back. */
export type PublishedAnswer = { url?: string } | null;

/**
 * The open dialog of the post actions: published posts to take down, the recent changes, or the question
 * for the link of a post that is live.
 */
export type PostActionsDialog =
  | { type: "take_down"; posts: readonly StillPublishedPost[] }
  | { type: "recent" }
  | { type: "confirm_published"; onAnswer: (answer: PublishedAnswer) => void };

export const postActionsDialog = createStore<PostActionsDialog | null>(null);

export const openRecentChanges = () => postActionsDialog.set({ type: "recent" });

export const askTakeDown = (posts: readonly StillPublishedPost[]) =>
  postActionsDialog.set({ type: "take_down", posts });

/** Returns the posts of a deletion that are still published. */
export function getStillPublishedPosts(changed: BulkChangeResult["changed"]): StillPublishedPost[] {
  return changed.flatMap(({ id, channel, published_urls, take_down }) =>
    published_urls ? { id, channel: channel ?? null, urls: published_urls, canTakeDown: take_down ?? false } : [],
  );
}
