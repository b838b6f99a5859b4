import { queryOptions } from "@tanstack/react-query";
import type { Pagination, Post, PostTimelineEvent } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

export type PostPage = { posts: Post[]; pagination: Pagination };
/** Numbers by status and in `all`; null for one that the service could not give. Of `atLeast` there are more than said. */
export type PostCountsByStatus = { of: Record<string, number | null>; atLeast: readonly string[] };

/** Ms between two looks while something is on its way. */
const movingMs = 1_500;
/** Looks at a post without a time before it is left alone: ten minutes. */
const dueNowLooks = 400;
/** A scheduled post this close to its time is watched. */
const dueSoonMs = 60_000;

/** True for a post that will change by itself any moment. */
export function isPostInProgress(post: Post, nowMs: number): boolean {
  if (post.deleted_at) return false;
  if (post.status === "publishing") return true;
  if (post.status !== "scheduled") return false;
  const dueInMs = Date.parse(post.scheduled_for ?? post.created_at) - nowMs;
  // A service that never takes a due post must not be asked for ever.
  return dueInMs < dueSoonMs && dueInMs > -10 * dueSoonMs;
}

/** True for a post that is to go out at once, though its service calls it scheduled: the document names no first state. */
export function isPostDueNow({ status, scheduled_for }: Post): boolean {
  return status === "scheduled" && scheduled_for === null;
}

/** Ms until the next look, or false when nothing moves. TanStack Query itself stops while the tab is hidden. */
function getRefetchInterval(posts: readonly Post[] | undefined): number | false {
  return posts?.some((post) => isPostInProgress(post, Date.now())) ? movingMs : false;
}

/** `search` is what stands after the question mark of the history's address: it says which posts, in which order. */
export const postQueries = {
  all: () => ["posts"] as const,
  list: (search: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "list", search] as const,
      queryFn: ({ signal }) => readResource<PostPage>(withSearch("posts", search), {}, signal),
      refetchInterval: (query) => getRefetchInterval(query.state.data?.posts),
    }),
  counts: (search = "") =>
    queryOptions({
      queryKey: [...postQueries.all(), "counts", search] as const,
      queryFn: ({ signal }) => readResource<PostCountsByStatus>(withSearch("counts", search), {}, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "one", id] as const,
      queryFn: ({ signal }) => readResource<Post>(`posts/${encodeURIComponent(id)}`, {}, signal),
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        // Counted, because the clocks of browser and service may differ by hours.
        data && isPostDueNow(data) && dataUpdateCount < dueNowLooks ? movingMs : getRefetchInterval(data && [data]),
    }),
  /** What happened to one post, newest first. */
  events: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "one", id, "events"] as const,
      queryFn: ({ signal }) => readResource<PostTimelineEvent[]>(`posts/${encodeURIComponent(id)}/events`, {}, signal),
    }),
  /** The posts of one submission: what was written once and goes to several channels. */
  submission: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "submission", id] as const,
      queryFn: ({ signal }) => readResource<Post[]>(`submissions/${encodeURIComponent(id)}`, {}, signal),
      refetchInterval: (query) => getRefetchInterval(query.state.data),
    }),
};

const withSearch = (path: string, search: string) => (search === "" ? path : `${path}?${search}`);
