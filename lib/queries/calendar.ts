import { queryOptions } from "@tanstack/react-query";
import type { FilterStatus } from "#lib/contract/resources/filter-statuses.ts";
import type { CalendarContents, Pagination, Post } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

/** Range and filters of a calendar request; instants in ISO 8601. Empty lists and null filter nothing. */
export type CalendarRangeQuery = {
  from: string;
  to: string;
  status: readonly FilterStatus[];
  channel: readonly string[];
  member: string | null;
  q: string;
};
type PostBatch = { posts: Post[]; pagination: Pagination };
export type CalendarFeedStatus = { active: boolean; created_at: string | null; last_read_at: string | null };

/** Ms between two reads while a post is in progress. */
const movingMs = 2_000;
const dueSoonMs = 60_000;

/** Returns true while a post of the range is about to change by itself. */
export function isRangeInProgress(range: CalendarContents, nowMs: number): boolean {
  return range.entries.some(({ at, posts }) =>
    posts.some(({ status }) => {
      if (status === "publishing") return true;
      const dueInMs = Date.parse(at) - nowMs;
      // A service that never delivers a due post must not be polled forever.
      return status === "scheduled" && dueInMs < dueSoonMs && dueInMs > -10 * dueSoonMs;
    }),
  );
}

function toSearchParams(ask: CalendarRangeQuery): URLSearchParams {
  const search = new URLSearchParams({ from: ask.from, to: ask.to });
  for (const status of ask.status) search.append("status", status);
  for (const id of ask.channel) search.append("channel", id);
  if (ask.member !== null) search.set("member", ask.member);
  if (ask.q !== "") search.set("q", ask.q);
  return search;
}

export const calendarQueries = {
  range: (ask: CalendarRangeQuery) =>
    queryOptions({
      queryKey: ["calendar", "range", ask] as const,
      queryFn: ({ signal }) => readResource<CalendarContents>("calendar", toSearchParams(ask), signal),
      refetchInterval: ({ state }) => (state.data && isRangeInProgress(state.data, Date.now()) ? movingMs : false),
    }),
};

/** Reads a hundred posts, from `offset` on, of a service that has no calendar. */
export function readPostBatch(offset: number, signal: AbortSignal): Promise<PostBatch> {
  return readResource<PostBatch>("slice", { offset: String(offset) }, signal);
}

/** Reads the status of the private feed for other calendars. */
export function readCalendarFeed(signal: AbortSignal): Promise<CalendarFeedStatus> {
  return readResource<CalendarFeedStatus>("feed", {}, signal);
}
