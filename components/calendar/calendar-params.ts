import { type FilterStatus, filterStatuses } from "#lib/contract/resources/filter-statuses.ts";
import { everyone } from "#lib/queries/scope.ts";
import {
  createParamReader,
  getPathWithQuery,
  type SearchParamsRecord,
  serializeParams,
} from "#lib/queries/search-params.ts";
import { type CalendarView, calendarViews } from "#lib/time/calendar-views.ts";
import type { Day } from "#lib/time/days.ts";

/** The calendar's view, range and filters; all of it is in the address. */
export type CalendarParams = {
  view: CalendarView;
  day: Day;
  statuses: readonly FilterStatus[];
  channelIds: readonly string[];
  /** A membership id or `all`; null for the scope that the member last chose, at first their own posts. */
  member: string | null;
  text: string;
};

/** Drafts have no time, so no calendar filters by them. */
export const calendarStatuses = filterStatuses.filter((status) => status !== "draft");

// Far beyond any schedulable time; the service's own times end further out.
const firstDay: Day = "2000-01-01";
const lastDay: Day = "2098-12-31";
const channelsMax = 50;

/**
 * Parses the address's search params. Unknown values are left out, so that an old or mistyped link opens a sensible
 * view.
 */
export function parseCalendarParams(search: SearchParamsRecord, today: Day): CalendarParams {
  const params = createParamReader(search);
  return {
    view: params.choice("view", calendarViews) ?? "month",
    day: params.day("date", firstDay, lastDay) ?? today,
    statuses: params.choices("status", calendarStatuses),
    channelIds: params.ids("channel", channelsMax),
    member: params.id("member"),
    text: params.text("q"),
  };
}

/** Returns the address of calendar params; the current month without filters is plain `/calendar`. */
export function getCalendarPath({ view, day, statuses, channelIds, member, text }: CalendarParams, today: Day): string {
  const params = { view, date: day, status: statuses, channel: channelIds, member, q: text };
  return getPathWithQuery("/calendar", serializeParams(params, { view: "month", date: today, q: "" }));
}

/** Counts the kinds of filter in use; one's own posts and everyone's are scopes and no filters. */
export function countActiveFilters({ statuses, channelIds, member, text }: CalendarParams, me: { id: string }): number {
  const isAuthor = member !== null && member !== everyone && member !== me.id;
  return [statuses.length > 0, channelIds.length > 0, isAuthor, text !== ""].filter(Boolean).length;
}

/** Returns whose posts are visible; `author` for those of one other member. */
export function getScope({ member }: CalendarParams, me: { id: string }): "mine" | "everyone" | "author" {
  if (member === everyone) return "everyone";
  return member === null || member === me.id ? "mine" : "author";
}

/** Removes the filters and keeps the scope. */
export function removeFilters(
  member: string | null,
): Pick<CalendarParams, "statuses" | "channelIds" | "member" | "text"> {
  return { statuses: [], channelIds: [], member: member === everyone ? everyone : null, text: "" };
}

/** Returns the path of the composer that replaces a post, at another time if one is given. */
export function getReplacePath(postId: string, at: Date | null): string {
  return `/compose?${serializeParams({ again: postId, replaces: "1", at: at?.toISOString() ?? null })}`;
}

/** Returns the composer's address for a new, empty post at a time. */
export function getComposePath(at: Date, channelIds: readonly string[] = [], text = ""): string {
  return `/compose?new&${serializeParams({ at: at.toISOString(), channel: channelIds, text: text || null })}`;
}
