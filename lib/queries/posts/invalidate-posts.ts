import type { QueryClient } from "@tanstack/react-query";

/** First elements of the keys of queries that contain posts. */
const postQueryKeys: ReadonlySet<unknown> = new Set(["posts", "calendar", "inbox", "drafts"]);

/** Posts that this tab deletes. Their pages stay in view until the next page opens, and may read the post once more. */
const deletedHere = new Set<string>();

/** Marks posts before their deletion: an event may let the page read them before the answer arrives. */
export function markDeletedHere(ids: Iterable<string>): void {
  for (const id of ids) deletedHere.add(id);
}

/** True for a post that this tab deleted: that it is not found any more is no failure. */
export const isDeletedHere = (id: string): boolean => deletedHere.has(id);

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
