import type { PostFilter, PostQuery } from "#lib/contract/types.ts";
import { addDays } from "#lib/time/days.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import { defaultPostsView, type PostsView } from "./posts-view.ts";

/** Converts a view to the service's filter. Days are in `zone`, `span` is relative to `now`. */
export function toPostFilter(view: PostsView, zone: string, now: Date): PostFilter {
  const { from, to } = getDateRange(view, zone, now);
  return {
    ...(view.status !== null && { status: [view.status] }),
    ...(view.deleted && { deleted: "true" as const }),
    ...(view.channels.length > 0 && { channel: [...view.channels] }),
    ...(view.text !== "" && { q: view.text }),
    ...(view.problem !== null && { problem: view.problem }),
    ...((from !== null || to !== null) && { time: view.time }),
    ...(from !== null && { from: startOfDay(from, zone).toISOString() }),
    ...(to !== null && { to: startOfDay(addDays(to, 1), zone).toISOString() }),
    ...(view.member !== null && { member: view.member }),
  };
}

/** Converts a view to the service's query for one page. */
export function toPostQuery(view: PostsView, zone: string, now: Date): PostQuery {
  return {
    ...toPostFilter(view, zone, now),
    ...(view.sort !== defaultPostsView.sort && { sort: view.sort }),
    ...(view.order !== defaultPostsView.order && { order: view.order }),
    limit: view.size,
    offset: (view.page - 1) * view.size,
  };
}

/** Returns a view's first and last day; a `span` counts from today. */
export function getDateRange(
  { span, from, to }: Pick<PostsView, "span" | "from" | "to">,
  zone: string,
  now: Date,
): { from: string | null; to: string | null } {
  const today = toWallTime(now, zone).date;
  switch (span) {
    case "today":
      return { from: today, to: today };
    case "last7":
      return { from: addDays(today, -6), to: today };
    case "last30":
      return { from: addDays(today, -29), to: today };
    case "next7":
      return { from: today, to: addDays(today, 6) };
    default:
      return { from, to };
  }
}
