"use client";
import { Pin } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { cn } from "#components/ui/cn.tsx";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-calendar.ts";
import { formatClockTime, formatShortWeekday } from "#lib/time/format-short.ts";
import { EntryChip } from "./entry-chip.tsx";
import { DropTargetChip, SlotChip } from "./slot-chip.tsx";

/** Number of lines that fit in a day. */
const linesMax = 3;

/** Whole weeks, one row each. The grid around it handles keys and pointer. */
export function MonthView() {
  const { range, sight } = useCalendarContext();
  const weeks: (readonly Day[])[] = [];
  for (let at = 0; at < range.days.length; at += 7) weeks.push(range.days.slice(at, at + 7));
  const month = sight.day.slice(0, 7);
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
  const { range, today, preferences, byDay, slotsByDay, notesByDay, held } = useCalendarContext();
  const entries = byDay.get(day) ?? [];
  const notes = notesByDay.get(day) ?? [];
  const shown = entries.length > linesMax ? linesMax - 1 : entries.length;
  const rest = entries.length - shown;
  const slots = (slotsByDay.get(day) ?? []).slice(0, Math.max(0, linesMax - entries.length));
  const aim = held?.aim;
  const isAim = aim !== null && aim !== undefined && aim !== "tray" && aim.day === day;
  const heldKey = held?.what.type === "entry" ? held.what.entry.key : null;
  const label = [
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
      className={cn(
        "relative grid min-w-0 content-start gap-1 px-1.5 pt-1.5 pb-1 -outline-offset-2 max-sm:px-0.5",
        isOutside ? "bg-desk" : "bg-paper",
        isAim && "bg-accent-wash! outline-2 outline-accent",
      )}
    >
      <span className="flex h-6 min-w-0 items-center gap-1 max-sm:justify-center">
        <button
          type="button"
          tabIndex={-1}
          data-spot={`day:${day}`}
          aria-current={day === today ? "date" : undefined}
          aria-label={label.filter(Boolean).join(", ")}
          className={cn(
            "rounded-chip font-mono text-13 leading-6",
            day === today
              ? "rounded-full! bg-accent px-1.5 text-on-accent"
              : cn("px-1 max-sm:px-0", isOutside ? "text-ink-3" : "text-ink-2"),
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
      {entries.slice(0, shown).map((entry) => (
        <EntryChip
          key={entry.key}
          entry={entry}
          range={range}
          clock={preferences.clock}
          isFaint={entry.key === heldKey && !isAim}
        />
      ))}
      {isAim ? (
        <DropTargetChip words={aim.time === null ? "here" : formatClockTime(aim.time, preferences.clock)} />
      ) : null}
      {rest > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          data-spot={`more:${day}`}
          data-more={day}
          aria-haspopup="dialog"
          className="justify-self-start rounded-chip px-1.5 text-12 font-medium text-ink-2 hover:bg-sunk hover:text-ink"
        >
          +{rest} <span className="max-sm:sr-only">more</span>
        </button>
      ) : null}
      {isAim ? null : slots.map((slot) => <SlotChip key={slot.id} slot={slot} />)}
    </div>
  );
}
