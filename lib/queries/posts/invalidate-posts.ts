import type { QueryClient } from "@tanstack/react-query";

/** First elements of the keys of queries that contain posts. */
const postQueryKeys: ReadonlySet<unknown> = new Set(["posts", "calendar", "inbox", "drafts"]);

/**
 * Invalidates all queries that contain posts, except the pages of posts in `gone`, which would only report the
 * deletion.
 */
export function invalidatePosts(queries: QueryClient, gone?: ReadonlySet<string>): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      postQueryKeys.has(queryKey[0]) && !(queryKey[1] === "one" && gone?.has(String(queryKey[2]))),
  });
}
