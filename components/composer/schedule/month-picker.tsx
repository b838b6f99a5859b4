"use client";
import { useEffect, useMemo, useState } from "react";
import { MonthGrid } from "#components/date-time/month-grid.tsx";
import type { CalendarContents } from "#lib/contract/types.ts";
import { calendarQueries } from "#lib/queries/calendar.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { type Day, startOfMonth } from "#lib/time/days.ts";
import { createZonedDayRange, type ZonedDayRange } from "#lib/time/zoned-day-range.ts";

type MonthPickerProps = {
  day: Day;
  /** The first day that can be selected. */
  min: Day;
  zone: string;
  weekStart: number;
  channelIds: readonly string[];
  onChoose: (day: Day) => void;
};

/** A month to choose a day from. Each day shows how many posts the chosen channels publish on it. */
export function MonthPicker({ zone, channelIds, ...grid }: MonthPickerProps) {
  const [month, setMonth] = useState(() => startOfMonth(grid.day));
  const days = useMemo(() => listDaysOfView("month", month, grid.weekStart), [month, grid.weekStart]);
  const postCounts = usePostCounts(days, zone, channelIds);
  return (
    <div className="rounded-control border border-line p-2">
      <MonthGrid {...grid} postCounts={postCounts} onMonth={setMonth} />
    </div>
  );
}

/** Returns the number of posts for each day; null until loaded, and if the service has no calendar. */
function usePostCounts(
  days: readonly Day[],
  zone: string,
  channelIds: readonly string[],
): ReadonlyMap<Day, number> | null {
  const range = useMemo(() => createZonedDayRange(days, zone), [days, zone]);
  const registry = useLazyLiveQueryClient();
  const channels = channelIds.join();
  const reading = useMemo(
    () => ({
      ...calendarQueries.range({
        from: range.from.toISOString(),
        to: range.to.toISOString(),
        member: null,
        q: "",
        status: ["scheduled", "publishing", "published"],
        channel: channels === "" ? [] : channels.split(","),
      }),
      retry: false,
    }),
    [range, channels],
  );
  const [latestRead, setLatestRead] = useState<{ of: object; data: CalendarContents } | null>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    void registry.wake().then(
      (live) => {
        if (!isOver) stop = live.follow(reading, (data) => setLatestRead(data ? { of: reading, data } : null));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [registry, reading]);
  const data = latestRead?.of === reading ? latestRead.data : null;
  return useMemo(() => (data ? countPostsByDay(data.entries, range) : null), [data, range]);
}

/** Counts planned and published posts for each day of a range. A submission to three channels counts as three. */
function countPostsByDay(
  entries: CalendarContents["entries"],
  range: Pick<ZonedDayRange, "dayOf">,
): ReadonlyMap<Day, number> {
  const counts = new Map<Day, number>();
  for (const { at, posts } of entries) {
    const day = range.dayOf(Date.parse(at));
    if (day !== null) counts.set(day, (counts.get(day) ?? 0) + posts.length);
  }
  return counts;
}
