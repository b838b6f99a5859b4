"use client";
import { useMemo } from "react";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { CalendarRange } from "#lib/contract/types.ts";
import { type CalendarRangeQuery, calendarQueries, isRangeInProgress, type PostBatch } from "#lib/queries/calendar.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { listViewDays } from "#lib/time/calendar-views.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { CalendarPage, type CalendarPageProps } from "./calendar-page.tsx";

export type CalendarSourceProps = Omit<CalendarPageProps, "told" | "drafts" | "notice" | "range" | "now"> & {
  nowMs: number;
  firstDrafts: PostBatch;
};

type LiveCalendarProps = CalendarSourceProps & { first: CalendarRange; ask: CalendarRangeQuery };

/** The calendar of a service that returns a range of time in one answer, kept up to date by events. */
export function LiveCalendar({ first, ask, firstDrafts, nowMs, ...rest }: LiveCalendarProps) {
  const { sight, preferences } = rest;
  const { zone, weekStart } = preferences;
  const now = useNow(nowMs);
  const range = useMemo(
    () => createZonedDayRange(listViewDays(sight.view, sight.day, weekStart), zone),
    [sight.view, sight.day, weekStart, zone],
  );
  const readings = useMemo(() => ({ range: calendarQueries.range(ask), drafts: calendarQueries.drafts() }), [ask]);
  const { data: told, error } = useLiveQuery(readings.range, first, nowMs, (data) =>
    isRangeInProgress(data, Date.now()),
  );
  const { data: drafts } = useLiveQuery(readings.drafts, firstDrafts, nowMs);
  const notice = error ? (
    <StaleBanner reason={toReadFailure(error).message} className="mb-2.5" />
  ) : told.truncated ? (
    <Banner tone="publishing" className="mb-2.5">
      Too many posts to show: the latest are left out. Show a week, or filter.
    </Banner>
  ) : null;
  return (
    <CalendarPage
      {...rest}
      range={range}
      now={now}
      told={told}
      notice={notice}
      drafts={{ posts: drafts.posts, total: drafts.pagination.total }}
    />
  );
}
