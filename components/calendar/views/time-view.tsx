"use client";
import { Pin } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-calendar.ts";
import { formatClockTime, formatShortWeekday, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatMinuteOfDay, toMinuteOfDay } from "#lib/time/move-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { EntryChip } from "./entry-chip.tsx";
import { collapseOverflow, layOutEvents } from "./event-layout.ts";
import { DropTargetChip, SlotChip } from "./slot-chip.tsx";

/** Px of one hour: a quarter of it is 12 px, the smallest step of a move. */
export const hourPx = 48;
/** Height of a chip in minutes: its two lines. An item that begins within them goes beside it. */
const chipMinutes = 45;
/** Space below midnight, so that a post just before midnight is fully visible. */
const footPx = 36;
/** Most chips side by side in a day of a week, on a phone, and in a single day: narrower chips are illegible. */
const maxColumnsByLayout = { week: 3, narrow: 2, day: 6, narrowDay: 3 };
const hours = Array.from({ length: 24 }, (_, hour) => hour);

const getTopOffset = (minute: number) => `${(minute * hourPx) / 60}px`;

const getEventStyle = (minute: number, column: number, columnCount: number) => ({
  top: getTopOffset(minute),
  left: `${(column / columnCount) * 100}%`,
  width: `${100 / columnCount}%`,
});

/** A week or a day with a time axis. */
export function TimeView() {
  const { range, today, now, preferences } = useCalendarContext();
  const container = useRef<HTMLDivElement>(null);
  const nowMinute = toMinuteOfDay(range.wallOf(now.getTime()).time);
  const initialMinute = useRef(range.days.includes(today) ? Math.max(0, nowMinute - 120) : 7 * 60);
  const isSingleDay = range.days.length === 1;
  const { secondZone } = preferences;
  const isNarrow = useIsNarrow();
  const maxColumns = isSingleDay
    ? maxColumnsByLayout[isNarrow ? "narrowDay" : "day"]
    : maxColumnsByLayout[isNarrow ? "narrow" : "week"];

  useEffect(() => {
    if (container.current) container.current.scrollTop = (initialMinute.current * hourPx) / 60;
  }, []);

  const gridColumns = isSingleDay ? "grid-cols-[auto_minmax(0,1fr)]" : "grid-cols-[auto_repeat(7,minmax(0,1fr))]";
  return (
    <div
      ref={container}
      className="max-h-[calc(100dvh-var(--bottom-bar)-150px)] min-h-[320px] flex-1 overflow-y-auto rounded-card border bg-paper sm:max-h-[calc(100dvh-110px)]"
    >
      <div className={joinClassNames("sticky top-0 z-10 grid border-b bg-paper", gridColumns)}>
        <span className="flex items-end gap-2 px-2 pb-1 max-sm:px-1 text-11 text-ink-3">
          <span className="w-[46px] truncate max-sm:w-[40px]">{getTimeZoneCity(range.zone)}</span>
          {secondZone ? <span className="w-[50px] truncate max-sm:hidden">{getTimeZoneCity(secondZone)}</span> : null}
        </span>
        {range.days.map((day) => (
          <DayHead key={day} day={day} />
        ))}
      </div>
      <div className={joinClassNames("relative grid", gridColumns)} style={{ height: 24 * hourPx + footPx }}>
        <div aria-hidden="true" className="flex gap-2 px-2 max-sm:px-1">
          <Hours formatHour={(hour) => formatClockTime(formatMinuteOfDay(hour * 60), preferences.clock)} />
          {secondZone ? (
            <Hours isSecond formatHour={(hour) => formatSecondZoneTime(range.days[0] ?? today, hour)} />
          ) : null}
        </div>
        {range.days.map((day) => (
          <DayColumn key={day} day={day} nowMinute={day === today ? nowMinute : null} maxColumns={maxColumns} />
        ))}
      </div>
    </div>
  );

  /** Returns the second zone's time at that hour of the first visible day. */
  function formatSecondZoneTime(day: Day, hour: number): string {
    const offsetMs = Date.parse(`${day}T${formatMinuteOfDay(hour * 60)}Z`) - Date.parse(`${day}T00:00Z`);
    const at = new Date(range.from.getTime() + offsetMs);
    return formatClockTime(toWallTime(at, secondZone ?? range.zone).time, preferences.clock);
  }
}

const narrowQuery = "(width < 40rem)";

/** True on a window as narrow as a phone's. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrowQuery);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(narrowQuery).matches,
    () => false,
  );
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
  const { today, notesByDay } = useCalendarContext();
  const notes = notesByDay.get(day) ?? [];
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

/** Shows one day with at most `most` chips side by side. */
function DayColumn({ day, nowMinute, maxColumns }: { day: Day; nowMinute: number | null; maxColumns: number }) {
  const { range, today, preferences, entriesByDay, slotsByDay, draggedItem } = useCalendarContext();
  const entries = entriesByDay.get(day) ?? [];
  const dropTarget = draggedItem?.dropTarget;
  const isDropTarget =
    dropTarget !== null && dropTarget !== undefined && dropTarget !== "tray" && dropTarget.day === day;
  const draggedKey = draggedItem?.subject.type === "entry" ? draggedItem.subject.entry.key : null;
  const events = layOutEvents(
    entries.map((entry) => ({ item: entry, minute: toMinuteOfDay(range.wallOf(entry.atMs).time) })),
    chipMinutes,
  );
  const { visible, overflow } = collapseOverflow(events, chipMinutes, maxColumns);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      tabIndex={-1}
      data-day={day}
      data-clock="true"
      data-spot={`day:${day}`}
      aria-label={`${formatFullDay(day)}${day === today ? ", today" : ""}${entries.length ? `, ${formatPostCount(entries.length)}` : ""}`}
      className={joinClassNames(
        "calendar-hours relative min-w-0 border-l -outline-offset-2",
        day < today && "bg-desk",
        isDropTarget && "bg-accent-wash",
      )}
    >
      {(slotsByDay.get(day) ?? []).map((slot) => (
        <div key={slot.id} className="absolute inset-x-1" style={{ top: getTopOffset(toMinuteOfDay(slot.time)) }}>
          <SlotChip slot={slot} />
        </div>
      ))}
      {visible.map(({ item, minute, column, columnCount }) => (
        <div key={item.key} className="absolute px-px" style={getEventStyle(minute, column, columnCount)}>
          <EntryChip
            entry={item}
            range={range}
            clock={preferences.clock}
            isDimmed={item.key === draggedKey}
            className="min-h-[35px]"
          />
        </div>
      ))}
      {overflow.map(({ items, minute, column, columnCount }) => (
        <div key={minute} className="absolute px-px" style={getEventStyle(minute, column, columnCount)}>
          <button
            type="button"
            tabIndex={-1}
            data-spot={`more:${day}:${minute}`}
            data-more={day}
            aria-haspopup="dialog"
            className="min-h-[35px] w-full rounded-chip bg-sunk text-12 font-medium text-ink-2 hover:text-ink"
          >
            +{items.length} <span className="sr-only">more</span>
          </button>
        </div>
      ))}
      {isDropTarget && dropTarget.time !== null ? (
        <div
          className="pointer-events-none absolute inset-x-1 z-10"
          style={{ top: getTopOffset(toMinuteOfDay(dropTarget.time)) }}
        >
          <DropTargetChip label={formatClockTime(dropTarget.time, preferences.clock)} />
        </div>
      ) : null}
      {nowMinute === null ? null : (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-failed before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-failed"
          style={{ top: getTopOffset(nowMinute) }}
        />
      )}
    </div>
  );
}
