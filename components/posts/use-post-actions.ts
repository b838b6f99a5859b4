"use client";
import type { RetryContent } from "#components/post-actions/action-messages.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import type { Post } from "#lib/contract/types.ts";

const toActionTarget = (posts: readonly Post[]) => ({ posts: posts.map(({ id, version }) => ({ id, version })) });

/** What can be done to posts from the history. */
export function usePostActions() {
  const { change, askTakeDown } = usePostActionRunner();
  return {
    /** @returns how many are gone. */
    remove: async (posts: readonly Post[]) => (await change("delete", toActionTarget(posts))).changed.length,
    retry: (posts: readonly Post[]) =>
      change("retry", toActionTarget(posts), {
        sends: posts.length === 1 && posts[0] ? getRetryContent(posts[0]) : "mixed",
      }),
    restore: (posts: readonly Post[]) => change("restore", toActionTarget(posts)),
    publish: (post: Post) => change("publish", toActionTarget([post])),
    /** Asks first: it can't be undone. Of a platform that takes nothing down for us it says so, and where it stands. */
    takeDown: ({ id, channel, published_urls: urls }: Post, canTakeDown: boolean) =>
      askTakeDown([{ id, channel, urls, canTakeDown }]),
    /** @returns whether it is one now. */
    draft: async (post: Post) => (await change("draft", toActionTarget([post]))).changed.length > 0,
    cancel: (post: Post) => change("cancel", toActionTarget([post])),
    settle: (post: Post, unconfirmed: "is_there" | "send_again") => {
      if (unconfirmed === "send_again") return change("retry", toActionTarget([post]), { unconfirmed, sends: "again" });
      // Of a thread the parts after it are still to be sent.
      if (!hasUnsentParts(post)) return change("retry", toActionTarget([post]), { unconfirmed, sends: "nothing" });
      const words = `Marked part ${post.failure?.part ?? 1} as published. Sending the rest`;
      return change("retry", toActionTarget([post]), { unconfirmed, sends: "rest", words });
    },
  };
}

/** Whether parts are still to be sent once the unconfirmed one counts as published. */
function hasUnsentParts({ progress, delivery, posts, failure }: Post): boolean {
  return progress?.length
    ? progress.some(({ state }) => state === "waiting")
    : delivery !== "joined" && (failure?.part ?? posts.length) < posts.length;
}

/** What a retry of a failed post sends. */
function getRetryContent({ progress, failure }: Post): RetryContent {
  const sent = progress?.filter(({ state }) => state === "sent").length ?? 0;
  if (sent > 0) return sent === progress?.length ? "nothing" : "rest";
  return failure?.cause === "missed" ? "first" : "again";
}
