import { queryOptions } from "@tanstack/react-query";
import type { Pagination, Post } from "#lib/contract/types.ts";
import { getUnreadableFields } from "#lib/contract/unreadable-fields.ts";
import { readResource } from "../read-resource.ts";

/**
 * `omitted` counts posts that another service sent in an unreadable form. With `isBySubmission` the page has all posts of
 * each submission, and its numbers count submissions.
 */
export type PostPage = { posts: Post[]; pagination: Pagination; omitted?: number; isBySubmission?: boolean };
/** Numbers by status and in `all`; null for an unavailable number. `atLeast` lists the lower bounds. */
export type PostCountsByStatus = { of: Record<string, number | null>; atLeast: readonly string[] };

/** Ms between two reads of a list while a post is in progress. */
const movingMs = 1_500;
/** A scheduled post this close to its time is polled. */
const dueSoonMs = 60_000;
/** Ms for which a post without a time is watched. The clocks of browser and service may differ by hours. */
const dueNowMs = 24 * 3_600_000;

/** Returns true for a post that is about to change by itself. */
export function isPostInProgress(post: Post, nowMs: number): boolean {
  // A post on hold waits for a person; the event of what that person does is heard.
  if (post.deleted_at || post.hold) return false;
  if (post.status === "publishing") return true;
  if (post.status !== "scheduled") return false;
  // The service sends it as soon as it can; the waits between two reads grow.
  if (isPostDueNow(post)) return nowMs - Date.parse(post.created_at) < dueNowMs;
  const dueInMs = Date.parse(post.scheduled_for ?? "") - nowMs;
  // A service that never delivers a due post must not be polled forever.
  return dueInMs < dueSoonMs && dueInMs > -10 * dueSoonMs;
}

/**
 * Returns true for a post that is due immediately although its service calls it scheduled: the document names no first
 * state.
 */
export function isPostDueNow(post: Post): boolean {
  const isTimeUnreadable = getUnreadableFields(post).includes("scheduled_for");
  return post.status === "scheduled" && post.scheduled_for === null && !isTimeUnreadable;
}

/**
 * Returns the ms until the next read, or false when nothing is in progress. TanStack Query itself pauses while the tab
 * is hidden.
 */
export const getRefetchInterval = (posts: readonly Post[] = []): number | false => hasPostInProgress(posts) && movingMs;

/** Returns true if one of the posts is about to change by itself. */
export const hasPostInProgress = (posts: readonly Post[]): boolean =>
  posts.some((post) => isPostInProgress(post, Date.now()));

/** Queries for posts. `search` is the part of the posts list's address after the question mark: filters and order. */
export const postQueries = {
  all: () => ["posts"] as const,
  list: (search: string, of: "posts" | "submissions" = "posts") =>
    queryOptions({
      queryKey: [...postQueries.all(), "list", search, of] as const,
      queryFn: ({ signal }) => readResource<PostPage>(withSearch(of, search), {}, signal),
      refetchInterval: (query) => getRefetchInterval(query.state.data?.posts),
    }),
  counts: (search: string, of: "counts" | "submission-counts" = "submission-counts") =>
    queryOptions({
      queryKey: [...postQueries.all(), of, search] as const,
      queryFn: ({ signal }) => readResource<PostCountsByStatus>(withSearch(of, search), {}, signal),
    }),
};

const withSearch = (path: string, search: string) => (search === "" ? path : `${path}?${search}`);
