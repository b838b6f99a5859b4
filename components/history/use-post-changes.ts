"use client";
import type { Post } from "#lib/contract/types";
import { useDesk } from "#lib/queries/use-live";

/** What can be done to posts. Loaded with the first press: most visits to the history only look. */
export function usePostChanges(canRestore: boolean) {
  const desk = useDesk();
  const load = async () => {
    const [{ client }, module] = await Promise.all([desk.wake(), import("./post-changes.ts")]);
    return module.makePostChanges(client, canRestore);
  };
  return {
    /** @returns how many are gone. */
    remove: async (posts: readonly Post[]) => (await load()).remove(posts),
    retry: async (posts: readonly Post[]) => (await load()).retry(posts),
    cancel: async (post: Post) => (await load()).cancel(post),
    settle: async (post: Post, unconfirmed: "is_there" | "send_again") => (await load()).settle(post, unconfirmed),
  };
}
