"use client";
import { Pin } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { Day } from "#lib/time/days.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatClockTime, formatShortWeekday, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatMinuteOfDay, toMinuteOfDay } from "#lib/time/move-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { DayColumn } from "./day-column.tsx";
import { footPx, getTopOffset, hourPx } from "./hours.ts";

/** Least width of a chip beside others: its time is legible. */
const minChipPx = 46;
/** Most chips side by side before the browser has measured a column. */
const initialMaxColumns = { week: 2, day: 6 };
/** Two lines hold New York and Los Angeles. */
const cityClass = "line-clamp-2 leading-3 hyphens-auto wrap-anywhere";
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A week or a day with a time axis. On a phone three days of a week are visible, and the others are beside them. */
export function TimeView() {
  const { range, today, now, params, preferences } = useCalendarContext();
  const container = useRef<HTMLDivElement>(null);
  const nowMinute = toMinuteOfDay(range.wallOf(now.getTime()).time);
  const isSingleDay = range.days.length === 1;
  const { secondZone } = preferences;
  const columnWidth = useColumnWidth(container);
  const maxColumns =
    columnWidth === null
      ? initialMaxColumns[isSingleDay ? "day" : "week"]
      : Math.max(1, Math.floor(columnWidth / minChipPx));
  const initial = useRef({
    minute: range.days.includes(today) ? Math.max(0, nowMinute - 120) : 7 * 60,
    day: range.days.includes(today) ? today : params.day,
  });

  useEffect(() => {
    const { minute, day } = initial.current;
    const column = container.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    const firstColumn = container.current?.querySelector<HTMLElement>("[data-day]");
    container.current?.scrollTo({
      top: (minute * hourPx) / 60,
      left: (column?.offsetLeft ?? 0) - (firstColumn?.offsetLeft ?? 0),
      behavior: "instant",
    });
  }, []);

  const gridColumns = isSingleDay ? "grid-cols-[auto_minmax(0,1fr)]" : "grid-cols-[auto_repeat(7,minmax(0,1fr))]";
  return (
    <div
      ref={container}
      className="calendar-scroller min-h-0 flex-1 overflow-auto rounded-card border bg-paper max-sm:overscroll-x-contain"
    >
      <div className={isSingleDay ? undefined : "max-sm:w-[calc(49px+(100%-49px)*7/3)]"}>
        <div className={joinClassNames("sticky top-0 z-30 grid border-b bg-paper", gridColumns)}>
          <span className="sticky left-0 flex items-end gap-2 bg-paper px-2 pb-1 text-11 text-ink-3 max-sm:px-1">
            <span className={`${cityClass} w-[46px] max-sm:w-[40px]`}>{getTimeZoneCity(range.zone)}</span>
            {secondZone ? (
              <span className={`${cityClass} w-[50px] max-sm:hidden`}>{getTimeZoneCity(secondZone)}</span>
            ) : null}
          </span>
          {range.days.map((day) => (
            <DayHead key={day} day={day} />
          ))}
        </div>
        <div className={joinClassNames("relative grid", gridColumns)} style={{ height: 24 * hourPx + footPx }}>
          <div aria-hidden="true" className="sticky left-0 z-20 flex gap-2 bg-paper px-2 max-sm:border-r max-sm:px-1">
            <Hours formatHour={(hour) => formatAxisTime(formatMinuteOfDay(hour * 60), preferences.clock)} />
            {secondZone ? (
              <Hours isSecond formatHour={(hour) => formatSecondZoneTime(range.days[0] ?? today, hour)} />
            ) : null}
          </div>
          {range.days.map((day) => (
            <DayColumn key={day} day={day} nowMinute={day === today ? nowMinute : null} maxColumns={maxColumns} />
          ))}
        </div>
      </div>
    </div>
  );

  /** Returns the second zone's time at that hour of the first visible day. */
  function formatSecondZoneTime(day: Day, hour: number): string {
    const offsetMs = Date.parse(`${day}T${formatMinuteOfDay(hour * 60)}Z`) - Date.parse(`${day}T00:00Z`);
    const at = new Date(range.from.getTime() + offsetMs);
    return formatAxisTime(toWallTime(at, secondZone ?? range.zone).time, preferences.clock);
  }
}

/** Formats a time of the axis: a full hour of a 12-hour clock as `10 am`, which fits beside a second zone's. */
function formatAxisTime(time: string, clock: DisplayPreferences["clock"]): string {
  return formatClockTime(time, clock).replace(":00 ", " ");
}

/** Returns the width of a day in px; null before the browser has measured it. */
function useColumnWidth(container: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const column = container.current?.querySelector("[data-day]");
    if (!column) return;
    const observer = new ResizeObserver(([size]) => size && setWidth(size.contentRect.width));
    observer.observe(column);
    setWidth(column.getBoundingClientRect().width);
    return () => observer.disconnect();
  }, [container]);
  return width;
}

function Hours({ formatHour, isSecond }: { formatHour: (hour: number) => string; isSecond?: boolean }) {
  return (
    <div
      className={joinClassNames("relative shrink-0", isSecond ? "w-[50px] max-sm:hidden" : "w-[46px] max-sm:w-[40px]")}
    >
      {hours.slice(1).map((hour) => (
        <span
          key={hour}
          className="absolute inset-x-0 -translate-y-1/2 whitespace-nowrap font-mono text-11 text-ink-3"
          style={{ top: getTopOffset(hour * 60) }}
        >
          {formatHour(hour)}
        </span>
      ))}
    </div>
  );
}

function DayHead({ day }: { day: Day }) {
  const { range, today, notesByDay } = useCalendarContext();
  const notes = notesByDay.get(day) ?? [];
  const change = range.clockChangeOn(day);
  return (
    <div className="min-w-0 px-1.5 py-1.5 text-13">
      <span
        className={joinClassNames("flex items-center gap-1 max-sm:flex-col", day === today ? "text-ink" : "text-ink-3")}
      >
        {formatShortWeekday(day)}
        <span
          className={joinClassNames(
            "font-mono",
            day === today ? "rounded-full bg-accent px-1.5 text-on-accent" : "text-ink-2",
          )}
        >
          {Number(day.slice(8))}
        </span>
      </span>
      {change ? (
        <span className="block truncate text-11 text-publishing">
          Clocks go {change.type === "skipped" ? "forward" : "back"}
        </span>
      ) : null}
      {notes.map((note) => (
        <button
          key={note.id}
          type="button"
          data-note={note.id}
          aria-label={`Note: ${note.text}`}
          title={note.text}
          className="flex w-full min-w-0 items-center gap-1 rounded-chip text-11 text-ink-3 hover:text-ink pointer-coarse:min-h-11"
        >
          <Pin className="size-3" />
          <span className="truncate">{note.text}</span>
        </button>
      ))}
    </div>
  );
}
