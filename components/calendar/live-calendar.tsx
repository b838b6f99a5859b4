"use client";
import { useMemo } from "react";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { sentenceFor } from "#lib/contract/messages/failure-messages.ts";
import type { CalendarRange } from "#lib/contract/types.ts";
import { type CalendarAsk, calendarQueries, isRangeMoving, type PostSlice } from "#lib/queries/calendar.ts";
import { failureOf } from "#lib/queries/read-resource.ts";
import { useLive } from "#lib/realtime/use-live-query.ts";
import { daysOfView } from "#lib/time/calendar-views.ts";
import { makeZoneRange } from "#lib/time/zoned-day-range.ts";
import { useNow } from "#components/ui/use-now.ts";
import { CalendarDesk, type CalendarDeskProps } from "./calendar-page.tsx";

export type CalendarProps = Omit<CalendarDeskProps, "told" | "drafts" | "notice" | "range" | "now"> & {
  nowMs: number;
  firstDrafts: PostSlice;
};

type LiveCalendarProps = CalendarProps & { first: CalendarRange; ask: CalendarAsk };

/** The calendar of a service that tells a range of time in one answer, kept current. */
export function LiveCalendar({ first, ask, firstDrafts, nowMs, ...rest }: LiveCalendarProps) {
  const { sight, preferences } = rest;
  const { zone, weekStart } = preferences;
  const now = useNow(nowMs);
  const range = useMemo(
    () => makeZoneRange(daysOfView(sight.view, sight.day, weekStart), zone),
    [sight.view, sight.day, weekStart, zone],
  );
  const readings = useMemo(() => ({ range: calendarQueries.range(ask), drafts: calendarQueries.drafts() }), [ask]);
  const { data: told, error } = useLive(readings.range, first, nowMs, (data) => isRangeMoving(data, Date.now()));
  const { data: drafts } = useLive(readings.drafts, firstDrafts, nowMs);
  const notice = error ? (
    <Notice tone="publishing" role="status" className="mb-2.5">
      What is shown may be out of date. {sentenceFor(failureOf(error)).what} {sentenceFor(failureOf(error)).next}
    </Notice>
  ) : told.truncated ? (
    <Notice tone="publishing" className="mb-2.5">
      There are more posts in this range than can be shown at once: the latest are left out. Show a week, or filter.
    </Notice>
  ) : null;
  return (
    <CalendarDesk
      {...rest}
      {...{ range, now, told, notice }}
      drafts={{ posts: drafts.posts, total: drafts.pagination.total }}
    />
  );
}
