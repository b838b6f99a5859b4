import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { type CalendarView, calendarViews } from "#lib/time/calendar-views.ts";
import { type Day, isDay } from "#lib/time/days.ts";

/** The calendar's view, range and filters; all of it is in the address. */
export type CalendarParams = {
  view: CalendarView;
  day: Day;
  statuses: readonly PostStatus[];
  channelIds: readonly string[];
  /** A membership id or `all`; null for the member's own posts. */
  member: string | null;
  text: string;
};

/** Drafts have no time, so no calendar filters by them. */
export const calendarStatuses = postStatuses.filter((status) => status !== "draft");

// Far beyond any schedulable time; the service's own times end further out.
const firstDay: Day = "2000-01-01";
const lastDay: Day = "2098-12-31";
const channelsMax = 50;
const idCharacters = 100;
const textCharacters = 200;

type CalendarSearchParams = Record<string, string | string[] | undefined>;

/**
 * Parses the address's search params. Unknown values are left out, so that an old or mistyped link opens a sensible
 * view.
 */
export function parseCalendarParams(search: CalendarSearchParams, today: Day): CalendarParams {
  const all = (name: string) => [search[name] ?? []].flat();
  const one = (name: string) => all(name)[0];
  const day = one("date") ?? "";
  const member = one("member") ?? "";
  return {
    view: calendarViews.find((known) => known === one("view")) ?? "month",
    day: isDay(day) && day >= firstDay && day <= lastDay ? day : today,
    statuses: calendarStatuses.filter((status) => all("status").includes(status)),
    channelIds: [...new Set(all("channel"))]
      .filter((id) => id !== "" && id.length <= idCharacters)
      .slice(0, channelsMax),
    member: member !== "" && member.length <= idCharacters ? member : null,
    text: (one("q") ?? "").trim().slice(0, textCharacters),
  };
}

/** Returns the address of calendar params; the current month without filters is plain `/calendar`. */
export function getCalendarPath(sight: CalendarParams, today: Day): string {
  const search = new URLSearchParams();
  if (sight.view !== "month") search.set("view", sight.view);
  if (sight.day !== today) search.set("date", sight.day);
  for (const status of sight.statuses) search.append("status", status);
  for (const id of sight.channelIds) search.append("channel", id);
  if (sight.member !== null) search.set("member", sight.member);
  if (sight.text !== "") search.set("q", sight.text);
  const query = search.toString();
  return query ? `/calendar?${query}` : "/calendar";
}

/** Counts the kinds of filter in use. */
export function countActiveFilters({ statuses, channelIds, member, text }: CalendarParams): number {
  return [statuses.length > 0, channelIds.length > 0, member !== null, text !== ""].filter(Boolean).length;
}

/** Returns the composer's address for a new post at a time. */
export function getComposePath(at: Date, channelIds: readonly string[] = []): string {
  const search = new URLSearchParams({ at: at.toISOString() });
  for (const id of channelIds) search.append("channel", id);
  return `/compose?${search}`;
}
