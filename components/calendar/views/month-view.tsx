"use client";
import { Pin } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-calendar.ts";
import { formatClockTime, formatShortWeekday } from "#lib/time/format-short.ts";
import { EntryChip } from "./entry-chip.tsx";
import { DropTargetChip, SlotChip } from "./slot-chip.tsx";

/** Number of lines that fit in a day. */
const maxLines = 3;

/** Whole weeks, one row each. The grid around it handles keys and pointer. */
export function MonthView() {
  const { range, params } = useCalendarContext();
  const weeks: (readonly Day[])[] = [];
  for (let dayIndex = 0; dayIndex < range.days.length; dayIndex += 7)
    weeks.push(range.days.slice(dayIndex, dayIndex + 7));
  const month = params.day.slice(0, 7);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows can't share the remaining height
    <div role="grid" aria-label="Month" className="flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: a row of that grid, which is no table */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: one of the cells has the focus, never a row */}
      <div role="row" className="grid grid-cols-7 pb-1.5">
        {weeks[0]?.map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: a heading of that grid, which is no table
          // biome-ignore lint/a11y/useFocusableInteractive: one of the cells has the focus, never a heading
          <span key={day} role="columnheader" className="px-2.5 text-13 text-ink-3 max-sm:px-1 max-sm:text-center">
            {formatShortWeekday(day)}
          </span>
        ))}
      </div>
      <div
        role="presentation"
        className="grid flex-1 auto-rows-[minmax(104px,auto)] gap-px overflow-hidden rounded-card border bg-line max-sm:auto-rows-[minmax(92px,auto)]"
      >
        {weeks.map((days) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of that grid, which is no table
          // biome-ignore lint/a11y/useFocusableInteractive: one of the cells has the focus, never a row
          <div key={days[0]} role="row" className="grid grid-cols-7 gap-px">
            {days.map((day) => (
              <MonthDay key={day} day={day} isOutside={!day.startsWith(month)} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function MonthDay({ day, isOutside }: { day: Day; isOutside: boolean }) {
  const { range, today, preferences, entriesByDay, slotsByDay, notesByDay, draggedItem } = useCalendarContext();
  const entries = entriesByDay.get(day) ?? [];
  const notes = notesByDay.get(day) ?? [];
  const visibleCount = entries.length > maxLines ? maxLines - 1 : entries.length;
  const overflowCount = entries.length - visibleCount;
  const slots = (slotsByDay.get(day) ?? []).slice(0, Math.max(0, maxLines - entries.length));
  const dropTarget = draggedItem?.dropTarget;
  const isDropTarget =
    dropTarget !== null && dropTarget !== undefined && dropTarget !== "tray" && dropTarget.day === day;
  const draggedKey = draggedItem?.subject.type === "entry" ? draggedItem.subject.entry.key : null;
  const labelParts = [
    formatFullDay(day),
    day === today ? "today" : "",
    entries.length > 0 ? formatPostCount(entries.length) : "",
    ...notes.map((note) => `note: ${note.text}`),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of that grid, which is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the focus targets inside have the focus, the day's number first
    <div
      role="gridcell"
      data-day={day}
      className={joinClassNames(
        "relative grid min-w-0 content-start gap-1 px-1.5 pt-1.5 pb-1 -outline-offset-2 max-sm:px-0.5",
        isOutside ? "bg-desk" : "bg-paper",
        isDropTarget && "bg-accent-wash! outline-2 outline-accent",
      )}
    >
      <span className="flex h-6 min-w-0 items-center gap-1 max-sm:justify-center">
        <button
          type="button"
          tabIndex={-1}
          data-spot={`day:${day}`}
          aria-current={day === today ? "date" : undefined}
          aria-label={labelParts.filter(Boolean).join(", ")}
          className={joinClassNames(
            "rounded-chip font-mono text-13 leading-6",
            day === today
              ? "rounded-full! bg-accent px-1.5 text-on-accent"
              : joinClassNames("px-1 max-sm:px-0", isOutside ? "text-ink-3" : "text-ink-2"),
          )}
        >
          {Number(day.slice(8))}
        </button>
        {notes[0] ? (
          <button
            type="button"
            tabIndex={-1}
            data-spot={`note:${notes[0].id}`}
            data-note={notes[0].id}
            aria-label={`Note: ${notes[0].text}`}
            title={notes.map((note) => note.text).join("\n")}
            className="flex min-w-0 items-center gap-1 rounded-chip px-1 text-11 text-ink-3 hover:text-ink"
          >
            <Pin className="size-3" />
            <span className="truncate max-sm:sr-only">{notes[0].text}</span>
          </button>
        ) : null}
      </span>
      {entries.slice(0, visibleCount).map((entry) => (
        <EntryChip
          key={entry.key}
          entry={entry}
          range={range}
          clock={preferences.clock}
          isDimmed={entry.key === draggedKey && !isDropTarget}
        />
      ))}
      {isDropTarget ? (
        <DropTargetChip
          label={dropTarget.time === null ? "here" : formatClockTime(dropTarget.time, preferences.clock)}
        />
      ) : null}
      {overflowCount > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          data-spot={`more:${day}`}
          data-more={day}
          aria-haspopup="dialog"
          className="justify-self-start rounded-chip px-1.5 text-12 font-medium text-ink-2 hover:bg-sunk hover:text-ink"
        >
          +{overflowCount} <span className="max-sm:sr-only">more</span>
        </button>
      ) : null}
      {isDropTarget ? null : slots.map((slot) => <SlotChip key={slot.id} slot={slot} />)}
    </div>
  );
}
