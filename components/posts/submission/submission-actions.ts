import { getDeletionLabel } from "#components/post-actions/action-messages.ts";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isLive, isPublishable, isRetryable } from "#components/posts/post-next-steps.ts";
import type { Post } from "#lib/contract/types.ts";

/** Actions on several posts of one submission, in the order of the menu. */
export const submissionActions = [
  "take_down",
  "retry",
  "publish",
  "schedule",
  "draft",
  "cancel",
  "restore",
  "delete",
] as const;
export type SubmissionActionName = (typeof submissionActions)[number];

export type SubmissionActionOffer = { action: SubmissionActionName; posts: Post[] };

const applies: Record<SubmissionActionName, (post: Post) => boolean> = {
  take_down: isLive,
  retry: isRetryable,
  publish: isPublishable,
  schedule: (post) => post.scheduled_for !== null && (post.status === "scheduled" || post.status === "canceled"),
  draft: (post) => post.status === "scheduled" || post.status === "canceled",
  cancel: (post) => post.status === "scheduled",
  restore: (post) => Boolean(post.deleted_at),
  delete: (post) => post.status !== "publishing",
};

const abilityOf = {
  take_down: "takeDown",
  retry: "retry",
  publish: "bulk",
  schedule: "bulk",
  draft: "change",
  cancel: "cancel",
  restore: "restore",
  delete: "remove",
} as const satisfies Record<SubmissionActionName, keyof PostAbilities>;

/** Returns the allowed actions, each with the posts that it applies to. */
export function getSubmissionActions(posts: readonly Post[], abilities: PostAbilities): SubmissionActionOffer[] {
  // A blind review hides the author: nobody but the author may change the posts.
  if (posts.some((post) => post.member === null)) return [];
  return submissionActions.flatMap((action) => {
    const some = posts.filter((post) => (post.deleted_at ? action === "restore" : applies[action](post)));
    return some.length > 0 && abilities[abilityOf[action]] ? [{ action, posts: some }] : [];
  });
}

/**
 * Returns the label of an action. A deletion takes a published post out of the list only, and says so; the one that
 * people mean by deletion is to take it down.
 */
export function getSubmissionActionLabel({ action, posts }: SubmissionActionOffer): string {
  return action === "delete" ? getDeletionLabel(posts) : labels[action];
}

const labels: Record<Exclude<SubmissionActionName, "delete">, string> = {
  take_down: "Take down…",
  retry: "Retry",
  publish: "Publish now",
  schedule: "Reschedule…",
  draft: "Move to drafts",
  cancel: "Cancel",
  restore: "Restore",
};

/** Verbs of the toasts: "Deleted on X and LinkedIn". */
export const submissionActionResults: Record<Exclude<SubmissionActionName, "take_down">, string> = {
  retry: "Retrying",
  publish: "Publishing",
  schedule: "Rescheduled",
  draft: "Moved to drafts",
  cancel: "Canceled",
  restore: "Restored",
  delete: "Deleted",
};
