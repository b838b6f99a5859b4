import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isUnconfirmed } from "#components/posts/post-labels.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { BulkAction, Post, PostFilter } from "#lib/contract/types.ts";
import type { PostCountsByStatus } from "#lib/queries/posts.ts";

/** What can be done to many posts from the history, in the order of the bar. */
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
  // A draft has no time, so there is no gap to keep; one alone can be given a time.
  schedule: ["scheduled", "canceled"],
  draft: ["scheduled", "failed", "canceled"],
  restore: [],
  delete: ["draft", "scheduled", "published", "failed", "canceled"],
};

/** What the service and the key allow. */
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

/** Whether it can be done to this post. What only a look at the platform settles is never simply sent again. */
export function isBulkActionApplicable(doing: BulkPostAction, post: Post): boolean {
  if (post.deleted_at) return doing === "restore";
  if (doing === "retry" && isUnconfirmed(post)) return false;
  if (doing === "schedule" && !post.scheduled_for) return false;
  return statuses[doing].some((status) => status === post.status);
}

/** What a press would do: which posts, and how many they are. One that is scheduled alone is given its time by itself. */
export type BulkActionOffer =
  | { doing: BulkPostAction; count: number; what: { posts: { id: string; version?: number }[] } }
  | { doing: BulkPostAction; count: number; what: { filter: PostFilter; count: number } };

/** What the chosen rows allow; what fits none of them is not offered. */
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
 * What all that match allow, by the numbers on the tabs; each is narrowed to the statuses it fits. `total` counts all that
 * match. Retrying all skips the unconfirmed by the service's own refusal, told one by one.
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

/** Why so many can't be changed at once; null when they can. */
export function getBulkLimitMessage(count: number): string | null {
  const most = limits.postsPerChange.toLocaleString("en-GB");
  return count > limits.postsPerChange
    ? `At most ${most} posts are changed at once; narrow the list by channel, time or words.`
    : null;
}
