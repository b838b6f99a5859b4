"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "#components/ui/controls/button.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { CalendarContents } from "#lib/contract/types.ts";
import { calendarQueries } from "#lib/queries/calendar.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { addDays, addMonths, type Day, startOfMonth, startOfWeek } from "#lib/time/days.ts";
import { formatFullDay, formatViewTitle } from "#lib/time/format-calendar.ts";
import { formatShortWeekday } from "#lib/time/format-short.ts";
import { createZonedDayRange, type ZonedDayRange } from "#lib/time/zoned-day-range.ts";

type MonthPickerProps = {
  /** The selected day. The picker shows another month if the day moves there. */
  day: Day;
  /** The first day that can be selected. */
  min: Day;
  zone: string;
  /** The first weekday, numbered as in `weekdayOf`. */
  weekStart: number;
  channelIds: readonly string[];
  onChoose: (day: Day) => void;
};

/** Widths of the bar under a day; four and more posts show the full bar. */
const barWidths = ["w-0", "w-1", "w-2", "w-3", "w-5"];

const formatPostCount = (count: number) => (count === 0 ? "" : count === 1 ? ", 1 post" : `, ${count} posts`);

/** A month to choose a day from. Each day shows how many posts the chosen channels publish on it. */
export function MonthPicker({ day, min, zone, weekStart, channelIds, onChoose }: MonthPickerProps) {
  const [focused, setFocused] = useState(day);
  const grid = useRef<HTMLTableElement>(null);
  const isAimed = useRef(false);
  useEffect(() => setFocused(day), [day]);
  const month = startOfMonth(focused);
  const days = useMemo(() => listDaysOfView("month", month, weekStart), [month, weekStart]);
  const counts = usePostCounts(days, zone, channelIds);

  useEffect(() => {
    if (!isAimed.current) return;
    isAimed.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  function move(to: Day, event?: KeyboardEvent) {
    event?.preventDefault();
    isAimed.current = event !== undefined;
    setFocused(to < min ? min : to);
  }

  function press(event: KeyboardEvent) {
    const to: Record<string, Day> = {
      ArrowLeft: addDays(focused, -1),
      ArrowRight: addDays(focused, 1),
      ArrowUp: addDays(focused, -7),
      ArrowDown: addDays(focused, 7),
      Home: startOfWeek(focused, weekStart),
      End: addDays(startOfWeek(focused, weekStart), 6),
      PageUp: addMonths(focused, -1),
      PageDown: addMonths(focused, 1),
    };
    const target = to[event.key];
    if (target) move(target, event);
  }

  // A week that is over offers no day.
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7)).filter(
    (week) => (week.at(-1) ?? min) >= min,
  );
  return (
    <div className="rounded-control border border-line p-2">
      <div className="flex items-center justify-between">
        <IconButton
          size="small"
          label="Previous month"
          disabled={startOfMonth(min) >= month}
          onClick={() => move(addMonths(month, -1))}
        >
          <ChevronLeft className="size-4" />
        </IconButton>
        <p aria-live="polite" className="text-14 font-medium">
          {formatViewTitle("month", month, days)}
        </p>
        <IconButton size="small" label="Next month" onClick={() => move(addMonths(month, 1))}>
          <ChevronRight className="size-4" />
        </IconButton>
      </div>
      <table ref={grid} aria-label="Day" className="mt-1 w-full table-fixed">
        <thead className="text-12 text-ink-3">
          <tr>
            {days.slice(0, 7).map((one) => (
              <th key={one} scope="col" className="pb-1 font-normal">
                {formatShortWeekday(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} className="p-px">
                  <DayButton
                    day={one}
                    count={counts?.get(one) ?? 0}
                    isChosen={one === day}
                    isReached={one === focused}
                    isOff={one < min}
                    isOutside={one.slice(0, 7) !== month.slice(0, 7)}
                    onPress={press}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayButtonProps = {
  day: Day;
  count: number;
  isChosen: boolean;
  /** The one day that Tab reaches; arrow keys move from there. */
  isReached: boolean;
  isOff: boolean;
  isOutside: boolean;
  onPress: (event: KeyboardEvent) => void;
  onChoose: (day: Day) => void;
};

function DayButton({ day, count, isChosen, isReached, isOff, isOutside, onPress, onChoose }: DayButtonProps) {
  return (
    <button
      type="button"
      data-day={day}
      aria-pressed={isChosen}
      aria-label={`${formatFullDay(day)}${formatPostCount(count)}`}
      aria-disabled={isOff || undefined}
      tabIndex={isReached ? 0 : -1}
      onClick={() => (isOff ? undefined : onChoose(day))}
      onKeyDown={onPress}
      className={joinClassNames(
        "grid h-9 w-full place-items-center content-center gap-0.5 rounded-chip text-13 tabular-nums pointer-coarse:h-11",
        isChosen ? "bg-accent text-on-accent" : "hover:bg-sunk",
        !isChosen && (isOff || isOutside) && "text-ink-3",
        isOff && "line-through",
      )}
    >
      {Number(day.slice(8))}
      <span
        aria-hidden="true"
        className={joinClassNames("h-1 rounded-full bg-current opacity-70", barWidths[Math.min(count, 4)])}
      />
    </button>
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
