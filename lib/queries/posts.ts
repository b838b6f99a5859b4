import { queryOptions } from "@tanstack/react-query";
import type { EventOfPost, Pagination, Post } from "#lib/contract/types.ts";
import { read } from "./read-resource.ts";

export type PostPage = { posts: Post[]; pagination: Pagination };
/** Numbers by status and in `all`; null for one that the service could not give. Of `atLeast` there are more than said. */
export type StatusCounts = { of: Record<string, number | null>; atLeast: readonly string[] };

/** Ms between two looks while something is on its way. */
const movingMs = 1_500;
/** Looks at a post without a time before it is left alone: ten minutes. */
const dueNowLooks = 400;
/** A scheduled post this close to its time is watched. */
const dueSoonMs = 60_000;

/** True for a post that will change by itself any moment. */
export function isMoving(post: Post, nowMs: number): boolean {
  if (post.deleted_at) return false;
  if (post.status === "publishing") return true;
  if (post.status !== "scheduled") return false;
  const dueInMs = Date.parse(post.scheduled_for ?? post.created_at) - nowMs;
  // A service that never takes a due post must not be asked for ever.
  return dueInMs < dueSoonMs && dueInMs > -10 * dueSoonMs;
}

/** True for a post that is to go out at once, though its service calls it scheduled: the document names no first state. */
export function isDueNow({ status, scheduled_for }: Post): boolean {
  return status === "scheduled" && scheduled_for === null;
}

/** Ms until the next look, or false when nothing moves. TanStack Query itself stops while the tab is hidden. */
function lookAgain(posts: readonly Post[] | undefined): number | false {
  return posts?.some((post) => isMoving(post, Date.now())) ? movingMs : false;
}

/** `search` is what stands after the question mark of the history's address: it says which posts, in which order. */
export const postQueries = {
  all: () => ["posts"] as const,
  list: (search: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "list", search] as const,
      queryFn: ({ signal }) => read<PostPage>(withSearch("posts", search), {}, signal),
      refetchInterval: (query) => lookAgain(query.state.data?.posts),
    }),
  counts: (search = "") =>
    queryOptions({
      queryKey: [...postQueries.all(), "counts", search] as const,
      queryFn: ({ signal }) => read<StatusCounts>(withSearch("counts", search), {}, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "one", id] as const,
      queryFn: ({ signal }) => read<Post>(`posts/${encodeURIComponent(id)}`, {}, signal),
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        // Counted, because the clocks of browser and service may differ by hours.
        data && isDueNow(data) && dataUpdateCount < dueNowLooks ? movingMs : lookAgain(data && [data]),
    }),
  /** What happened to one post, newest first. */
  events: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "one", id, "events"] as const,
      queryFn: ({ signal }) => read<EventOfPost[]>(`posts/${encodeURIComponent(id)}/events`, {}, signal),
    }),
  /** The posts of one submission: what was written once and goes to several channels. */
  submission: (id: string) =>
    queryOptions({
      queryKey: [...postQueries.all(), "submission", id] as const,
      queryFn: ({ signal }) => read<Post[]>(`submissions/${encodeURIComponent(id)}`, {}, signal),
      refetchInterval: (query) => lookAgain(query.state.data),
    }),
};

const withSearch = (path: string, search: string) => (search === "" ? path : `${path}?${search}`);
