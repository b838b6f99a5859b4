import { queryOptions } from "@tanstack/react-query";
import type { PostStatus } from "#lib/contract/limits";
import type { Pagination, Post } from "#lib/contract/types";
import { read } from "./read.ts";

/** What a list of posts shows: posts of one status or of all, newest first, a page of `pageSize`. */
export type PostFilter = { status: PostStatus | null; page: number };
export type PostPage = { posts: Post[]; pagination: Pagination };
/** Exact numbers; null for one that the service could not give. */
export type StatusCounts = Record<string, number | null>;

export const pageSize = 20;
/** Ms between two looks while something is on its way. */
const movingMs = 1_500;
/** A scheduled post this close to its time is watched. */
const dueSoonMs = 60_000;

/** True for a post that will change by itself any moment. */
export function isMoving(post: Post, nowMs: number): boolean {
  if (post.status === "publishing") return true;
  if (post.status !== "scheduled" || !post.scheduled_for) return false;
  const dueInMs = Date.parse(post.scheduled_for) - nowMs;
  // A service that never takes a due post must not be asked for ever.
  return dueInMs < dueSoonMs && dueInMs > -10 * dueSoonMs;
}

/** Ms until the next look, or false when nothing moves. TanStack Query itself stops while the tab is hidden. */
function lookAgain(posts: readonly Post[] | undefined): number | false {
  return posts?.some((post) => isMoving(post, Date.now())) ? movingMs : false;
}

export const postQueries = {
  all: () => ["posts"] as const,
  list: (filter: PostFilter) =>
    queryOptions({
      queryKey: [...postQueries.all(), "list", filter] as const,
      queryFn: ({ signal }) =>
        read<PostPage>(
          "posts",
          { ...(filter.status !== null && { status: filter.status }), page: String(filter.page) },
          signal,
        ),
      refetchInterval: (query) => lookAgain(query.state.data?.posts),
    }),
  counts: () =>
    queryOptions({
      queryKey: [...postQueries.all(), "counts"] as const,
      queryFn: ({ signal }) => read<StatusCounts>("counts", {}, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "one", id] as const,
      queryFn: ({ signal }) => read<Post>(`posts/${encodeURIComponent(id)}`, {}, signal),
      refetchInterval: (query) => lookAgain(query.state.data && [query.state.data]),
    }),
};
