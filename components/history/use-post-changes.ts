"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { Post } from "#lib/contract/types";

/** What can be done to posts. Loaded with the first press: most visits to the history only look. */
export function usePostChanges(canRestore: boolean) {
  const queries = useQueryClient();
  const load = async () => (await import("./post-changes.ts")).makePostChanges(queries, canRestore);
  return {
    /** @returns how many are gone. */
    remove: async (posts: readonly Post[]) => (await load()).remove(posts),
    retry: async (posts: readonly Post[]) => (await load()).retry(posts),
    cancel: async (post: Post) => (await load()).cancel(post),
    settle: async (post: Post, unconfirmed: "is_there" | "send_again") => (await load()).settle(post, unconfirmed),
  };
}
