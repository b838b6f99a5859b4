import { queryOptions } from "@tanstack/react-query";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { CalendarRange, Pagination, Post } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

/** What a calendar shows of a range of time; instants in ISO 8601. Empty lists and null cut nothing. */
export type CalendarRangeQuery = {
  from: string;
  to: string;
  status: readonly PostStatus[];
  channel: readonly string[];
  member: string | null;
  q: string;
};
/** `total` counts beyond the hundred that are told. */
export type PostBatch = { posts: Post[]; pagination: Pagination };
export type CalendarFeedStatus = { active: boolean; created_at: string | null; last_read_at: string | null };

/** Ms between two looks while something is on its way. */
const movingMs = 2_000;
const dueSoonMs = 60_000;

/** True while something of it will change by itself any moment. */
export function isRangeInProgress(range: CalendarRange, nowMs: number): boolean {
  return range.entries.some(({ at, posts }) =>
    posts.some(({ status }) => {
      if (status === "publishing") return true;
      const dueInMs = Date.parse(at) - nowMs;
      // A service that never takes a due post must not be asked for ever.
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
      queryFn: ({ signal }) => readResource<CalendarRange>("calendar", toSearchParams(ask), signal),
      refetchInterval: ({ state }) => (state.data && isRangeInProgress(state.data, Date.now()) ? movingMs : false),
    }),
  drafts: () =>
    queryOptions({
      queryKey: ["posts", "drafts"] as const,
      queryFn: ({ signal }) => readResource<PostBatch>("drafts", {}, signal),
    }),
};

/** A hundred posts of a service that has no calendar, from `offset` on. */
export function readPostBatch(offset: number, signal: AbortSignal): Promise<PostBatch> {
  return readResource<PostBatch>("slice", { offset: String(offset) }, signal);
}

/** Whether there is a private feed for other calendars. */
export function readCalendarFeed(signal: AbortSignal): Promise<CalendarFeedStatus> {
  return readResource<CalendarFeedStatus>("feed", {}, signal);
}
