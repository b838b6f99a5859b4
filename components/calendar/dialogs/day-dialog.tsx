"use client";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { TimedEntry } from "#components/calendar/calendar-entries.ts";
import { formatPostCount } from "#components/calendar/entry-labels.ts";
import { EntryRow } from "#components/calendar/views/entry-row.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { CalendarNote } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-calendar.ts";

type DayDialogProps = {
  day: Day;
  onEntry: (entry: TimedEntry) => void;
  onNote: ((note: CalendarNote | null) => void) | null;
  onCompose: (() => void) | null;
  onClose: () => void;
};

/** Lists all entries of one day. */
export function DayDialog({ day, onEntry, onNote, onCompose, onClose }: DayDialogProps) {
  const { byDay, notesByDay } = useCalendarContext();
  const entries = byDay.get(day) ?? [];
  const notes = notesByDay.get(day) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={formatFullDay(day)}
      description={entries.length === 0 ? "Nothing on this day." : formatPostCount(entries.length)}
      actions={
        <>
          {onNote ? <Button onClick={() => onNote(null)}>Pin a note</Button> : null}
          {onCompose ? (
            <Button variant="filled" onClick={onCompose}>
              Write a post
            </Button>
          ) : null}
        </>
      }
    >
      {notes.length > 0 ? (
        <ul aria-label="Notes" className="mb-3 grid gap-1.5">
          {notes.map((note) => (
            <li key={note.id} className="flex items-center gap-2 rounded-control bg-sunk px-3 py-1.5 text-14">
              <span className="min-w-0 flex-1 break-words">
                {note.text} <span className="text-13 text-ink-3">{note.member.name}</span>
              </span>
              {onNote ? (
                <Button size="small" variant="quiet" onClick={() => onNote(note)}>
                  Edit<span className="sr-only"> the note {note.text}</span>
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <ul aria-label="Posts" className="-mx-5 divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryRow entry={entry} onOpen={() => onEntry(entry)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
