// Separate from the labels, which each row of the list has: these decide on buttons.
import type { Post } from "#lib/contract/types.ts";
import { isUnconfirmed } from "./post-labels.ts";

/** True for a failed post that can be sent again as it is. */
export function isRetryable(post: Post): boolean {
  return post.status === "failed" && !isUnconfirmed(post);
}

/** True for a post whose text can still be changed. */
export function isPostEditable(post: Post): boolean {
  return post.status === "draft" || post.status === "scheduled";
}

/** True for a post that can be sent at once: one on hold would only wait. */
export function isPublishable(post: Post): boolean {
  return isPostEditable(post) && !post.hold;
}

/** True for a failed post that can be retried once its channel is reconnected. */
export function needsReconnect({ status, failure }: Post): boolean {
  return status === "failed" && failure?.cause === "reconnect";
}

/** True for a failed post that would be refused again: the refused content must change first. */
export function needsEdit(post: Post): boolean {
  const cause = post.failure?.cause;
  return (
    post.status === "failed" && (cause === "rejected" || cause === "unsupported" || cause === "canceled_by_platform")
  );
}

/** True for a post that people can see on its platform. */
export function isLive(post: Post): boolean {
  return post.status === "published" && !post.taken_down_at;
}
