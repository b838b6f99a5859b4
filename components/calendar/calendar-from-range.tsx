"use client";
import { useMemo } from "react";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { CalendarContents } from "#lib/contract/types.ts";
import { type CalendarRangeQuery, calendarQueries, isRangeInProgress } from "#lib/queries/calendar.ts";
import { type DraftPage, draftQueries, trayDraftsMax } from "#lib/queries/drafts/draft-queries.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { CalendarPage, type CalendarPageProps } from "./calendar-page.tsx";

export type CalendarSourceProps = Omit<CalendarPageProps, "snapshot" | "drafts" | "notice" | "range" | "now"> & {
  nowMs: number;
  firstDrafts: DraftPage;
};

type LiveCalendarProps = CalendarSourceProps & { firstSnapshot: CalendarContents; query: CalendarRangeQuery };

/** The calendar of a service that returns a range of time in one answer, kept up to date by events. */
export function CalendarFromRange({ firstSnapshot, query, firstDrafts, nowMs, ...rest }: LiveCalendarProps) {
  const { params, preferences } = rest;
  const { zone, weekStart } = preferences;
  const now = useNow(nowMs);
  const range = useMemo(
    () => createZonedDayRange(listDaysOfView(params.view, params.day, weekStart), zone),
    [params.view, params.day, weekStart, zone],
  );
  const queries = useMemo(
    () => ({ range: calendarQueries.range(query), drafts: draftQueries.newest(trayDraftsMax) }),
    [query],
  );
  const { data: snapshot, error } = useLiveQuery(queries.range, firstSnapshot, nowMs, (data) =>
    isRangeInProgress(data, Date.now()),
  );
  const { data: drafts } = useLiveQuery(queries.drafts, firstDrafts, nowMs);
  const notice = error ? (
    <StaleBanner reason={toReadFailure(error).message} className="mb-2.5" />
  ) : snapshot.truncated ? (
    <Banner tone="publishing" className="mb-2.5">
      Too many posts to show: the latest are left out. Show a week, or filter.
    </Banner>
  ) : null;
  return <CalendarPage {...rest} range={range} now={now} snapshot={snapshot} notice={notice} drafts={drafts} />;
}
