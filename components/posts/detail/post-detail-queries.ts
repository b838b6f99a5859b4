import { queryOptions } from "@tanstack/react-query";
import type { Post, PostTimelineEvent } from "#lib/contract/types.ts";
import { getRefetchInterval, postQueries } from "#lib/queries/posts/posts.ts";
import { readResource } from "#lib/queries/read-resource.ts";

/** Queries for the page of one post. The list of posts does not load them. */
export const postDetailQueries = {
  /** The events of one post, newest first. */
  events: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "one", id, "events"] as const,
      queryFn: ({ signal }) => readResource<PostTimelineEvent[]>(`posts/${encodeURIComponent(id)}/events`, {}, signal),
    }),
  /** The posts of one submission: one text for several channels. */
  submission: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "submission", id] as const,
      queryFn: ({ signal }) => readResource<Post[]>(`submissions/${encodeURIComponent(id)}`, {}, signal),
      refetchInterval: (query) => getRefetchInterval(query.state.data),
    }),
};
