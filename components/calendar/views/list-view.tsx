"use client";
import { Pin } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-long.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import { chooseDayLines } from "./day-lines.ts";
import { EntryRow } from "./entry-row.tsx";
import { SlotChip } from "./slot-chip.tsx";
import { useDropTargetOn } from "./use-drop-target-on.ts";

/** Four weeks as a list without empty days, except today. */
export function ListView() {
  const { range, today, entriesByDay, slotsByDay, notesByDay, draggedItem } = useCalendarContext();
  const dropTarget = draggedItem?.dropTarget;
  const dropDay = dropTarget && dropTarget !== "tray" ? dropTarget.day : null;
  const days = range.days.filter(
    (day) => day === today || day === dropDay || entriesByDay.has(day) || notesByDay.has(day) || slotsByDay.has(day),
  );
  return (
    <div className="calendar-scroller min-h-0 overflow-y-auto rounded-card border bg-paper">
      {days.length === 0 ? (
        <p className="px-4 py-10 text-center text-14 text-ink-3">Nothing in these four weeks.</p>
      ) : null}
      {days.map((day) => (
        <ListDay key={day} day={day} />
      ))}
    </div>
  );
}

function ListDay({ day }: { day: Day }) {
  const { today, entriesByDay, slotsByDay, notesByDay } = useCalendarContext();
  const dropTarget = useDropTargetOn(day);
  const entries = entriesByDay.get(day) ?? [];
  // In order of time: a free slot at 9:00 is above a post at 14:30.
  const { lines } = chooseDayLines(entries, slotsByDay.get(day) ?? [], Number.POSITIVE_INFINITY);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a day of posts is no form, which a fieldset would announce
    <div
      role="group"
      tabIndex={-1}
      data-day={day}
      data-spot={`day:${day}`}
      aria-label={`${formatFullDay(day)}${day === today ? ", today" : ""}, ${formatPostCount(entries.length)}`}
      className={joinClassNames(
        "border-b -outline-offset-2 last:border-b-0",
        dropTarget && (dropTarget.isRefused ? "outline-2 outline-failed" : "outline-2 outline-accent"),
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-sunk px-4 py-1.5">
        <h2 className={joinClassNames("text-13 font-semibold", day === today && "text-accent")}>
          {day === today ? `Today, ${formatShortDay(day)}` : formatShortDay(day)}
        </h2>
        {(notesByDay.get(day) ?? []).map((note) => (
          <button
            key={note.id}
            type="button"
            tabIndex={-1}
            data-spot={`note:${note.id}`}
            data-note={note.id}
            aria-label={`Note: ${note.text}`}
            className="flex min-w-0 items-center gap-1 rounded-chip px-1 text-13 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
          >
            <Pin className="size-3.5" />
            <span className="truncate">{note.text}</span>
          </button>
        ))}
      </div>
      {entries.length === 0 && day === today ? <p className="px-4 py-3 text-14 text-ink-3">Nothing today.</p> : null}
      {lines.map((line) =>
        line.type === "entry" ? (
          <EntryRow key={line.entry.key} entry={line.entry} />
        ) : (
          <div key={line.slot.id} className="px-4 py-1.5">
            <SlotChip slot={line.slot} className="max-w-56 pointer-coarse:min-h-11" />
          </div>
        ),
      )}
    </div>
  );
}
