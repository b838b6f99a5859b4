"use client";
import type { CSSProperties } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-long.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toMinuteOfDay } from "#lib/time/move-wall-time.ts";
import type { ClockChange } from "#lib/time/zoned-day-range.ts";
import { EntryChip } from "./entry-chip.tsx";
import { collapseOverflow, layOutEvents, placeFreeSlot } from "./event-layout.ts";
import { getTopOffset } from "./hours.ts";
import { DropTargetChip, SlotChip } from "./slot-chip.tsx";
import { useDropTargetOn } from "./use-drop-target-on.ts";

/** Height of a chip in minutes: its two lines. An item that begins within them goes beside it. */
const chipMinutes = 45;

/** Width of "+3" beside the one chip that a narrow column holds. */
const countPx = 30;

const getEventStyle = (minute: number, column: number, columnCount: number, isNarrow: boolean): CSSProperties => {
  const top = getTopOffset(minute);
  if (isNarrow && columnCount > 1)
    return column === 0 ? { top, left: 0, right: countPx } : { top, right: 0, width: countPx };
  return { top, left: `${(column / columnCount) * 100}%`, width: `${100 / columnCount}%` };
};

type DayColumnProps = {
  day: Day;
  /** Minutes since midnight, for today. */
  nowMinute: number | null;
  /** Most chips side by side. */
  maxColumns: number;
};

/** Shows one day with its hours. */
export function DayColumn({ day, nowMinute, maxColumns }: DayColumnProps) {
  const { range, today, preferences, entriesByDay, slotsByDay, draggedItem, showsAuthors, composing } =
    useCalendarContext();
  const entries = entriesByDay.get(day) ?? [];
  const dropTarget = useDropTargetOn(day);
  const draggedKey = draggedItem?.subject.type === "entry" ? draggedItem.subject.entry.key : null;
  const events = layOutEvents(
    entries.map((entry) => ({ item: entry, minute: toMinuteOfDay(range.wallOf(entry.atMs).time) })),
    chipMinutes,
  );
  const minutes = events.map(({ minute }) => minute);
  const slots = slotsByDay.get(day) ?? [];
  const slotMinutes = slots.map(({ time }) => toMinuteOfDay(time));
  const getSlotMinute = (time: string) => placeFreeSlot(toMinuteOfDay(time), minutes, slotMinutes, chipMinutes);
  const isNarrow = maxColumns === 1;
  const { visible, overflow } = collapseOverflow(events, chipMinutes, isNarrow ? 2 : maxColumns, isNarrow);
  const change = range.clockChangeOn(day);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      tabIndex={-1}
      data-day={day}
      data-clock="true"
      data-spot={`day:${day}`}
      aria-label={`${formatFullDay(day)}${day === today ? ", today" : ""}${entries.length ? `, ${formatPostCount(entries.length)}` : ""}`}
      className={joinClassNames("calendar-hours relative min-w-0 border-l -outline-offset-2", day < today && "bg-desk")}
    >
      {change ? <ClockChangeBand change={change} /> : null}
      {draggedItem && day <= today ? (
        <div
          aria-hidden="true"
          className="calendar-closed pointer-events-none absolute inset-x-0 top-0"
          style={{ height: nowMinute === null ? "100%" : getTopOffset(nowMinute) }}
        />
      ) : null}
      {slots.map((slot) => (
        <div key={slot.id} className="absolute inset-x-1" style={{ top: getTopOffset(getSlotMinute(slot.time)) }}>
          <SlotChip slot={slot} />
        </div>
      ))}
      {visible.map(({ item, minute, column, columnCount }) => (
        <div key={item.key} className="absolute px-px" style={getEventStyle(minute, column, columnCount, isNarrow)}>
          <EntryChip
            entry={item}
            range={range}
            clock={preferences.clock}
            showsAuthor={showsAuthors}
            isDimmed={item.key === draggedKey}
            className={joinClassNames("min-h-[35px]", columnCount > 1 && "px-0.5!")}
          />
        </div>
      ))}
      {overflow.map(({ items, minute, column, columnCount }) => (
        <div key={minute} className="absolute px-px" style={getEventStyle(minute, column, columnCount, isNarrow)}>
          <button
            type="button"
            tabIndex={-1}
            data-spot={`more:${day}:${minute}`}
            data-more={day}
            aria-haspopup="dialog"
            className="min-h-[35px] w-full rounded-[6px] bg-sunk px-0.5 text-11 leading-4 font-medium text-ink-2 hover:text-ink"
          >
            +{items.length} {isNarrow ? <span className="sr-only">more</span> : "more"}
          </button>
        </div>
      ))}
      {dropTarget && dropTarget.time !== null ? (
        <div
          className="pointer-events-none absolute inset-x-0.5 z-10"
          style={{ top: getTopOffset(toMinuteOfDay(dropTarget.time)) }}
        >
          <DropTargetChip
            label={dropTarget.label}
            isRefused={dropTarget.isRefused}
            className="min-h-[35px] content-center border-2"
          />
        </div>
      ) : null}
      {composing?.date === day ? (
        <div
          data-compose-anchor="true"
          className="absolute inset-x-0.5 z-10"
          style={{ top: getTopOffset(toMinuteOfDay(composing.time)) }}
        >
          <DropTargetChip
            label={formatClockTime(composing.time, preferences.clock)}
            isRefused={false}
            className="min-h-[35px] content-center border-2"
          />
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

/** Marks the hour that clocks skip or repeat. */
function ClockChangeBand({ change: { type, from, to } }: { change: ClockChange }) {
  const top = toMinuteOfDay(from);
  // A change at midnight ends on the next day.
  const end = toMinuteOfDay(to) || 24 * 60;
  return (
    <div
      className={joinClassNames(
        "pointer-events-none absolute inset-x-0 px-1 text-right text-11 text-ink-3",
        type === "skipped" ? "calendar-closed bg-sunk" : "bg-publishing-wash",
      )}
      style={{ top: getTopOffset(top), height: getTopOffset(end - top) }}
    >
      {type === "skipped" ? "Skipped" : "Twice"}
    </div>
  );
}
