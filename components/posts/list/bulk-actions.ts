import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isUnconfirmed } from "#components/posts/post-labels.ts";
import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { BulkAction, Post, PostFilter } from "#lib/contract/types.ts";
import type { PostCountsByStatus } from "#lib/queries/posts/posts.ts";

/** Bulk actions of the posts list, in the order of the bar. */
export const bulkActions = [
  "retry",
  "cancel",
  "schedule",
  "draft",
  "restore",
  "delete",
] as const satisfies BulkAction[];
export type BulkPostAction = (typeof bulkActions)[number];

const statusesByAction: Record<BulkPostAction, readonly PostStatus[]> = {
  retry: ["failed"],
  cancel: ["scheduled"],
  // Drafts have no times and so no distances to keep; a single draft can get a time.
  schedule: ["scheduled", "canceled"],
  draft: ["scheduled", "failed", "canceled"],
  restore: [],
  delete: ["draft", "scheduled", "published", "failed", "canceled"],
};

/** True when the service and the key allow the action. */
export function isBulkActionAllowed(action: BulkPostAction, abilities: PostAbilities): boolean {
  const allowed: Record<BulkPostAction, boolean> = {
    retry: abilities.retry,
    cancel: abilities.cancel,
    schedule: abilities.bulk,
    draft: abilities.change,
    restore: abilities.restore,
    delete: abilities.remove,
  };
  return allowed[action];
}

/**
 * True when the action applies to this post. An unconfirmed post is never simply retried: a person must check the
 * platform.
 */
export function isBulkActionApplicable(action: BulkPostAction, post: Post): boolean {
  // A blind review hides the author: nobody but the author may change the post.
  if (post.member === null) return false;
  if (post.deleted_at) return action === "restore";
  if (action === "retry" && isUnconfirmed(post)) return false;
  if (action === "schedule" && !post.scheduled_for) return false;
  return statusesByAction[action].some((status) => status === post.status);
}

/** An offered action with its posts or filter and their count. A single draft can be offered a time, too. */
export type BulkActionOffer =
  | { action: BulkPostAction; count: number; target: { posts: { id: string; version?: number }[] } }
  | { action: BulkPostAction; count: number; target: { filter: PostFilter; count: number } };

/** Returns the allowed actions that apply to at least one of the selected posts. */
export function getBulkActions(posts: readonly Post[], abilities: PostAbilities): BulkActionOffer[] {
  return bulkActions.flatMap((action) => {
    const isOneDraft =
      action === "schedule" && posts.length === 1 && posts[0]?.status === "draft" && !posts[0].deleted_at;
    const applicable = isBulkActionAllowed(action, abilities)
      ? posts.filter((post) => isOneDraft || isBulkActionApplicable(action, post))
      : [];
    if (applicable.length === 0) return [];
    const namedPosts = applicable.map(({ id, version }) => ({ id, ...(version !== undefined && { version }) }));
    return [{ action, count: applicable.length, target: { posts: namedPosts } }];
  });
}

/**
 * Returns the allowed actions for all matching posts, by the counts on the tabs; each is limited to the statuses it
 * applies to. `total` counts all matching posts. Retrying all skips unconfirmed posts, because the service refuses them
 * and reports each refusal.
 */
export function getBulkActionsForAll(
  filter: PostFilter,
  counts: PostCountsByStatus["of"],
  total: number,
  abilities: PostAbilities,
): BulkActionOffer[] {
  return bulkActions.flatMap((action): BulkActionOffer[] => {
    if (!isBulkActionAllowed(action, abilities) || !abilities.bulk) return [];
    if (filter.deleted === "true") {
      return action === "restore" ? [{ action, count: total, target: { filter, count: total } }] : [];
    }
    if (filter.status?.includes("unconfirmed")) {
      // A person must check the platform before a retry.
      const isOffered = action !== "retry" && statusesByAction[action].includes("failed");
      return isOffered ? [{ action, count: total, target: { filter, count: total } }] : [];
    }
    const requestedStatuses: readonly string[] = filter.status ?? statusesByAction[action];
    const applicableStatuses = statusesByAction[action].filter(
      (status) => requestedStatuses.includes(status) && (counts[status] ?? 0) > 0,
    );
    const count = applicableStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
    return count === 0 ? [] : [{ action, count, target: { filter: { ...filter, status: applicableStatuses }, count } }];
  });
}

/** Returns those of the selected posts that the offer changes; none when it changes all that match a filter. */
export function getOfferPosts<P extends Pick<Post, "id">>({ target }: BulkActionOffer, selected: readonly P[]): P[] {
  if ("filter" in target) return [];
  const ids = new Set(target.posts.map((post) => post.id));
  return selected.filter((post) => ids.has(post.id));
}

/** Returns why this many posts can't be changed at once; null when they can. */
export function getBulkLimitMessage(count: number): string | null {
  const maxPosts = formatNumber(limits.postsPerChange);
  return count > limits.postsPerChange ? `Up to ${maxPosts} posts at once: filter by channel, date or text.` : null;
}
