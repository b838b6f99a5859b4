import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isUnconfirmed } from "#components/posts/post-labels.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { BulkAction, Post, PostFilter } from "#lib/contract/types.ts";
import type { PostCountsByStatus } from "#lib/queries/posts.ts";

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

const statuses: Record<BulkPostAction, readonly PostStatus[]> = {
  retry: ["failed"],
  cancel: ["scheduled"],
  // Drafts have no times and so no distances to keep; a single draft can get a time.
  schedule: ["scheduled", "canceled"],
  draft: ["scheduled", "failed", "canceled"],
  restore: [],
  delete: ["draft", "scheduled", "published", "failed", "canceled"],
};

/** True when the service and the key allow the action. */
export function isBulkActionAllowed(doing: BulkPostAction, abilities: PostAbilities): boolean {
  const by: Record<BulkPostAction, boolean> = {
    retry: abilities.retry,
    cancel: abilities.cancel,
    schedule: abilities.bulk,
    draft: abilities.change,
    restore: abilities.restore,
    delete: abilities.remove,
  };
  return by[doing];
}

/**
 * True when the action applies to this post. An unconfirmed post is never simply retried: a person must check the
 * platform.
 */
export function isBulkActionApplicable(doing: BulkPostAction, post: Post): boolean {
  if (post.deleted_at) return doing === "restore";
  if (doing === "retry" && isUnconfirmed(post)) return false;
  if (doing === "schedule" && !post.scheduled_for) return false;
  return statuses[doing].some((status) => status === post.status);
}

/** An offered action with its posts or filter and their count. A single draft can be offered a time, too. */
export type BulkActionOffer =
  | { doing: BulkPostAction; count: number; what: { posts: { id: string; version?: number }[] } }
  | { doing: BulkPostAction; count: number; what: { filter: PostFilter; count: number } };

/** Returns the allowed actions that apply to at least one of the selected posts. */
export function getBulkActions(posts: readonly Post[], abilities: PostAbilities): BulkActionOffer[] {
  return bulkActions.flatMap((doing) => {
    const isOneDraft =
      doing === "schedule" && posts.length === 1 && posts[0]?.status === "draft" && !posts[0].deleted_at;
    const fitting = isBulkActionAllowed(doing, abilities)
      ? posts.filter((post) => isOneDraft || isBulkActionApplicable(doing, post))
      : [];
    if (fitting.length === 0) return [];
    const named = fitting.map(({ id, version }) => ({ id, ...(version !== undefined && { version }) }));
    return [{ doing, count: fitting.length, what: { posts: named } }];
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
  return bulkActions.flatMap((doing): BulkActionOffer[] => {
    if (!isBulkActionAllowed(doing, abilities) || !abilities.bulk) return [];
    if (filter.deleted === "true") {
      return doing === "restore" ? [{ doing, count: total, what: { filter, count: total } }] : [];
    }
    const asked: readonly string[] = filter.status ?? statuses[doing];
    const fitting = statuses[doing].filter((status) => asked.includes(status) && (counts[status] ?? 0) > 0);
    const count = fitting.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
    return count === 0 ? [] : [{ doing, count, what: { filter: { ...filter, status: fitting }, count } }];
  });
}

/** Returns why this many posts can't be changed at once; null when they can. */
export function getBulkLimitMessage(count: number): string | null {
  const most = limits.postsPerChange.toLocaleString("en-GB");
  return count > limits.postsPerChange ? `Up to ${most} posts at once: filter by channel, date or text.` : null;
}
