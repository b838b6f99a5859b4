import { queryOptions } from "@tanstack/react-query";
import type { Post } from "#lib/contract/types.ts";
import { readResource } from "../read-resource.ts";
import { getPollMs } from "./poll-interval.ts";
import { isPostDueNow, isPostInProgress, postQueries } from "./posts.ts";

/** Returns the query for one post. */
export const getPostQuery = (id: string) =>
  queryOptions({
    queryKey: [...postQueries.all(), "one", id] as const,
    queryFn: ({ signal }) => readPost(id, signal),
    refetchInterval: ({ state: { data } }) =>
      data && (isPostDueNow(data) || isPostInProgress(data, Date.now())) ? getPollMs(`${id} ${data.status}`) : false,
  });

/**
 * Reads one post.
 * @throws ReadError
 */
export const readPost = (id: string, signal: AbortSignal) =>
  readResource<Post>(`posts/${encodeURIComponent(id)}`, {}, signal);
