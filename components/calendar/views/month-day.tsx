"use client";
import { Pin } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { CalendarNote } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-long.ts";
import { chooseDayLines } from "./day-lines.ts";
import { EntryChip } from "./entry-chip.tsx";
import { DropTargetChip, SlotChip } from "./slot-chip.tsx";
import { useDropTargetOn } from "./use-drop-target-on.ts";

type MonthDayProps = { day: Day; isOutside: boolean; lineCount: number };

/** A day of a month. Its height never depends on its content, so that no day moves under a dragging pointer. */
export function MonthDay({ day, isOutside, lineCount }: MonthDayProps) {
  const { range, today, preferences, entriesByDay, slotsByDay, notesByDay, draggedItem, showsAuthors, composing } =
    useCalendarContext();
  const entries = entriesByDay.get(day) ?? [];
  const notes = notesByDay.get(day) ?? [];
  const { lines, hiddenCount } = chooseDayLines(entries, slotsByDay.get(day) ?? [], lineCount);
  const dropTarget = useDropTargetOn(day);
  const draggedKey = draggedItem?.subject.type === "entry" ? draggedItem.subject.entry.key : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of that grid, which is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the focus targets inside have the focus, the day's number first
    <div
      role="gridcell"
      data-day={day}
      data-compose-anchor={composing?.date === day || undefined}
      className={joinClassNames(
        "relative grid min-w-0 content-start gap-0.5 overflow-hidden px-1 pt-1 -outline-offset-2 max-sm:px-0.5",
        isOutside ? "bg-desk" : "bg-paper",
        draggedItem && day < today && "calendar-closed",
        composing?.date === day && "outline-2 outline-accent",
        dropTarget && (dropTarget.isRefused ? "outline-2 outline-failed" : "outline-2 outline-accent"),
      )}
    >
      <DayHead day={day} isOutside={isOutside} notes={notes} postCount={entries.length} />
      {lines.map((line) =>
        line.type === "entry" ? (
          <EntryChip
            key={line.entry.key}
            entry={line.entry}
            range={range}
            clock={preferences.clock}
            isDense
            showsAuthor={showsAuthors}
            isDimmed={line.entry.key === draggedKey}
          />
        ) : (
          <SlotChip key={line.slot.id} slot={line.slot} />
        ),
      )}
      {hiddenCount > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          data-spot={`more:${day}`}
          data-more={day}
          aria-haspopup="dialog"
          className="justify-self-start rounded-chip px-1.5 text-12 leading-5 font-medium text-ink-2 hover:bg-sunk hover:text-ink"
        >
          +{hiddenCount} <span className="max-sm:sr-only">more</span>
        </button>
      ) : null}
      {dropTarget ? (
        <DropTargetChip {...dropTarget} className="absolute top-1 right-1 z-10 w-auto! max-sm:inset-x-0.5" />
      ) : null}
    </div>
  );
}

type DayHeadProps = { day: Day; isOutside: boolean; notes: readonly CalendarNote[]; postCount: number };

function DayHead({ day, isOutside, notes, postCount }: DayHeadProps) {
  const { today } = useCalendarContext();
  const labelParts = [
    formatFullDay(day),
    day === today ? "today" : "",
    postCount > 0 ? formatPostCount(postCount) : "",
    ...notes.map((note) => `note: ${note.text}`),
  ];
  return (
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
            ? "rounded-full bg-accent px-1.5 text-on-accent"
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
  );
}
