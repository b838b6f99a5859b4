"use client";
import { askTakeDown } from "#components/post-actions/take-down-prompt.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import type { Post } from "#lib/contract/types.ts";
import { getRetryContent } from "./retry-content.ts";

const toActionTarget = (posts: readonly Post[]) => ({ posts: posts.map(({ id, version }) => ({ id, version })) });

/** Returns the post actions of the posts list. */
export function usePostActions() {
  const { change } = usePostActionRunner();
  return {
    /** @returns the number of deleted posts. */
    remove: async (posts: readonly Post[]) => (await change("delete", toActionTarget(posts))).changed.length,
    retry: (posts: readonly Post[]) =>
      change("retry", toActionTarget(posts), {
        content: posts.length === 1 && posts[0] ? getRetryContent(posts[0]) : "mixed",
      }),
    restore: (posts: readonly Post[]) => change("restore", toActionTarget(posts)),
    publish: (post: Post) => change("publish", toActionTarget([post])),
    /**
     * Confirms first: a takedown can't be undone. For a platform without takedown the dialog says so and links to the
     * post.
     */
    takeDown: ({ id, channel, published_urls: urls }: Post, canTakeDown: boolean) =>
      askTakeDown([{ id, channel, urls, canTakeDown }]),
    /** @returns whether the post is a draft now. */
    reschedule: (post: Post, start: string) => change("schedule", toActionTarget([post]), { start }),
    cancel: (post: Post) => change("cancel", toActionTarget([post])),
    settle: (post: Post, unconfirmed: "is_there" | "send_again") => {
      if (unconfirmed === "send_again")
        return change("retry", toActionTarget([post]), { unconfirmed, content: "again" });
      // A thread still has to send the parts after the confirmed one.
      if (!hasUnsentParts(post)) return change("retry", toActionTarget([post]), { unconfirmed, content: "nothing" });
      const message = `Marked part ${post.failure?.part ?? 1} as published. Publishing the rest`;
      return change("retry", toActionTarget([post]), { unconfirmed, content: "rest", message });
    },
  };
}

/** True when parts remain to be sent once the unconfirmed part counts as published. */
function hasUnsentParts({ progress, delivery, posts, failure }: Post): boolean {
  return progress?.length
    ? progress.some(({ state }) => state === "waiting")
    : delivery !== "joined" && (failure?.part ?? posts.length) < posts.length;
}
