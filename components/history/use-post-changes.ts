"use client";
import { useChanges } from "#components/changes/use-changes";
import type { Post } from "#lib/contract/types";

const namedOf = (posts: readonly Post[]) => ({ posts: posts.map(({ id, version }) => ({ id, version })) });

/** What can be done to posts from the history. */
export function usePostChanges() {
  const { change, askTakeDown } = useChanges();
  return {
    /** @returns how many are gone. */
    remove: async (posts: readonly Post[]) => (await change("delete", namedOf(posts))).changed.length,
    retry: (posts: readonly Post[]) => change("retry", namedOf(posts)),
    restore: (posts: readonly Post[]) => change("restore", namedOf(posts)),
    publish: (post: Post) => change("publish", namedOf([post])),
    /** Asks first: it can't be undone. Of a platform that takes nothing down for us it says so, and where it stands. */
    takeDown: ({ id, channel, published_urls: urls }: Post, canTakeDown: boolean) =>
      askTakeDown([{ id, channel, urls, canTakeDown }]),
    /** @returns whether it is one now. */
    draft: async (post: Post) => (await change("draft", namedOf([post]))).changed.length > 0,
    cancel: (post: Post) => change("cancel", namedOf([post])),
    settle: (post: Post, unconfirmed: "is_there" | "send_again") => {
      const isThere = post.posts.length > 1 ? "Noted: that part stands there. It goes on" : "Noted: it stands there";
      const words = unconfirmed === "is_there" ? isThere : "Sending it again";
      return change("retry", namedOf([post]), { unconfirmed, words });
    },
  };
}
