"use client";
import { Pin } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { cn } from "#components/ui/cn.tsx";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-calendar.ts";
import { formatClockTime, formatShortWeekday, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatMinuteOfDay, toMinuteOfDay } from "#lib/time/move-wall-time.ts";
import { toWallTime } from "#lib/time/time-zone.ts";
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
const lanesMax = { week: 3, narrow: 2, day: 6, narrowDay: 3 };
const hours = Array.from({ length: 24 }, (_, hour) => hour);

const getTopOffset = (minute: number) => `${(minute * hourPx) / 60}px`;

const getEventStyle = (minute: number, lane: number, lanes: number) => ({
  top: getTopOffset(minute),
  left: `${(lane / lanes) * 100}%`,
  width: `${100 / lanes}%`,
});

/** A week or a day with a time axis. */
export function TimeView() {
  const { range, today, now, preferences } = useCalendarContext();
  const box = useRef<HTMLDivElement>(null);
  const nowMinute = toMinuteOfDay(range.wallOf(now.getTime()).time);
  const first = useRef(range.days.includes(today) ? Math.max(0, nowMinute - 120) : 7 * 60);
  const single = range.days.length === 1;
  const { secondZone } = preferences;
  const isNarrow = useIsNarrow();
  const most = single ? lanesMax[isNarrow ? "narrowDay" : "day"] : lanesMax[isNarrow ? "narrow" : "week"];

  useEffect(() => {
    if (box.current) box.current.scrollTop = (first.current * hourPx) / 60;
  }, []);

  const columns = single ? "grid-cols-[auto_minmax(0,1fr)]" : "grid-cols-[auto_repeat(7,minmax(0,1fr))]";
  return (
    <div
      ref={box}
      className="max-h-[calc(100dvh-var(--bottom-bar)-150px)] min-h-[320px] flex-1 overflow-y-auto rounded-card border bg-paper sm:max-h-[calc(100dvh-110px)]"
    >
      <div className={cn("sticky top-0 z-10 grid border-b bg-paper", columns)}>
        <span className="flex items-end gap-2 px-2 pb-1 max-sm:px-1 text-11 text-ink-3">
          <span className="w-[46px] truncate max-sm:w-[40px]">{getTimeZoneCity(range.zone)}</span>
          {secondZone ? <span className="w-[50px] truncate max-sm:hidden">{getTimeZoneCity(secondZone)}</span> : null}
        </span>
        {range.days.map((day) => (
          <DayHead key={day} day={day} />
        ))}
      </div>
      <div className={cn("relative grid", columns)} style={{ height: 24 * hourPx + footPx }}>
        <div aria-hidden="true" className="flex gap-2 px-2 max-sm:px-1">
          <Hours of={(hour) => formatClockTime(formatMinuteOfDay(hour * 60), preferences.clock)} />
          {secondZone ? <Hours isSecond of={(hour) => secondTime(range.days[0] ?? today, hour)} /> : null}
        </div>
        {range.days.map((day) => (
          <DayColumn key={day} day={day} nowMinute={day === today ? nowMinute : null} most={most} />
        ))}
      </div>
    </div>
  );

  /** Returns the second zone's time at that hour of the first visible day. */
  function secondTime(day: Day, hour: number): string {
    const offsetMs = Date.parse(`${day}T${formatMinuteOfDay(hour * 60)}Z`) - Date.parse(`${day}T00:00Z`);
    const at = new Date(range.from.getTime() + offsetMs);
    return formatClockTime(toWallTime(at, secondZone ?? range.zone).time, preferences.clock);
  }
}

const narrow = "(width < 40rem)";

/** True on a window as narrow as a phone's. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = matchMedia(narrow);
      query.addEventListener("change", tell);
      return () => query.removeEventListener("change", tell);
    },
    () => matchMedia(narrow).matches,
    () => false,
  );
}

function Hours({ of, isSecond }: { of: (hour: number) => string; isSecond?: boolean }) {
  return (
    <div className={cn("relative shrink-0", isSecond ? "w-[50px] max-sm:hidden" : "w-[46px] max-sm:w-[40px]")}>
      {hours.slice(1).map((hour) => (
        <span
          key={hour}
          className="absolute inset-x-0 -translate-y-1/2 whitespace-nowrap font-mono text-11 text-ink-3"
          style={{ top: getTopOffset(hour * 60) }}
        >
          {of(hour)}
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
      <span className={cn("flex items-center gap-1 max-sm:flex-col", day === today ? "text-ink" : "text-ink-3")}>
        {formatShortWeekday(day)}
        <span
          className={cn("font-mono", day === today ? "rounded-full bg-accent px-1.5 text-on-accent" : "text-ink-2")}
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
function DayColumn({ day, nowMinute, most }: { day: Day; nowMinute: number | null; most: number }) {
  const { range, today, preferences, byDay, slotsByDay, held } = useCalendarContext();
  const entries = byDay.get(day) ?? [];
  const aim = held?.aim;
  const isAim = aim !== null && aim !== undefined && aim !== "tray" && aim.day === day;
  const heldKey = held?.what.type === "entry" ? held.what.entry.key : null;
  const laid = layOutEvents(
    entries.map((entry) => ({ item: entry, minute: toMinuteOfDay(range.wallOf(entry.atMs).time) })),
    chipMinutes,
  );
  const { shown, rests } = collapseOverflow(laid, chipMinutes, most);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      tabIndex={-1}
      data-day={day}
      data-clock="true"
      data-spot={`day:${day}`}
      aria-label={`${formatFullDay(day)}${day === today ? ", today" : ""}${entries.length ? `, ${formatPostCount(entries.length)}` : ""}`}
      className={cn(
        "calendar-hours relative min-w-0 border-l -outline-offset-2",
        day < today && "bg-desk",
        isAim && "bg-accent-wash",
      )}
    >
      {(slotsByDay.get(day) ?? []).map((slot) => (
        <div key={slot.id} className="absolute inset-x-1" style={{ top: getTopOffset(toMinuteOfDay(slot.time)) }}>
          <SlotChip slot={slot} />
        </div>
      ))}
      {shown.map(({ item, minute, lane, lanes }) => (
        <div key={item.key} className="absolute px-px" style={getEventStyle(minute, lane, lanes)}>
          <EntryChip
            entry={item}
            range={range}
            clock={preferences.clock}
            isFaint={item.key === heldKey}
            className="min-h-[35px]"
          />
        </div>
      ))}
      {rests.map(({ items, minute, lane, lanes }) => (
        <div key={minute} className="absolute px-px" style={getEventStyle(minute, lane, lanes)}>
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
      {isAim && aim.time !== null ? (
        <div
          className="pointer-events-none absolute inset-x-1 z-10"
          style={{ top: getTopOffset(toMinuteOfDay(aim.time)) }}
        >
          <DropTargetChip words={formatClockTime(aim.time, preferences.clock)} />
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
