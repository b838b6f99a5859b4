"use client";
import { type FormEvent, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { EntryPost, TimedEntry, UnscheduledDraft } from "#components/calendar/calendar-entries.ts";
import { formatOnChannels, formatPostCount, getEntryTitle } from "#components/calendar/entry-labels.ts";
import { decideMove } from "#components/calendar/move-rules.ts";
import { formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { DraftsTray } from "#components/calendar/views/drafts-tray.tsx";
import { EntryRow } from "#components/calendar/views/entry-row.tsx";
import { DateField } from "#components/date-time/date-field.tsx";
import { DateTimeFields } from "#components/date-time/date-time-fields.tsx";
import { MonthGrid } from "#components/date-time/month-grid.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { CalendarNote } from "#lib/contract/types.ts";
import { addDays, type Day, isDay } from "#lib/time/days.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { formatFullDay } from "#lib/time/format-long.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { isWallTime } from "#lib/time/resolve-wall-time.ts";
import { toWallTime, type WallTime } from "#lib/time/wall-time.ts";
import { CalendarFilterDialog, type CalendarFilters } from "./calendar-filter-dialog.tsx";
import type { EntryAction } from "./calendar-menu-items.tsx";
import type { CalendarOverlay } from "./calendar-overlay.ts";
import { type CalendarSubject, EntryDialog } from "./entry-dialog.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { QuickComposer } from "./quick-composer.tsx";
import { SubscribeDialog } from "./subscribe-dialog.tsx";

export type CalendarDialogsProps = {
  overlay: CalendarOverlay;
  openOverlay: (next: CalendarOverlay | null) => void;
  onClose: () => void;
  getSubject: (postId: string) => CalendarSubject | null;
  drafts: readonly UnscheduledDraft[];
  hiddenDraftCount: number;
  members: readonly { id: string; name: string }[] | null;
  getComposeActionOn: (day: Day) => (() => void) | null;
  onAction: (action: EntryAction, subject: CalendarSubject, posts: readonly EntryPost[]) => void;
  onMove: (subject: CalendarSubject, posts: readonly EntryPost[], to: WallTime) => void;
  filters: CalendarFilters;
  onFilters: (filters: CalendarFilters) => void;
  onJump: (day: Day) => void;
  onNotesChanged: () => void;
  /** Called with the focus target of a post that was just scheduled. */
  onScheduled: (focusTarget: string | null) => void;
  onOpenComposer: (at: Date, channelIds: readonly string[], text: string) => void;
};

/** Shows the calendar's open dialog. Loaded with the first one. */
export function CalendarDialogs(props: CalendarDialogsProps) {
  const { overlay, openOverlay, onClose, getSubject, drafts, hiddenDraftCount, members } = props;
  const { abilities } = useCalendarContext();
  const onNote = (day: Day) =>
    abilities.notes ? (note: CalendarNote | null) => openOverlay({ type: "note", day, note }) : null;
  switch (overlay.type) {
    case "subject": {
      const subject = getSubject(overlay.postId);
      if (!subject) return null;
      return (
        <EntryDialog
          subject={subject}
          onClose={onClose}
          firstPostId={overlay.isAlone ? overlay.postId : null}
          onAction={(action, posts) => props.onAction(action, subject, posts)}
        />
      );
    }
    case "move": {
      const subject = getSubject(overlay.postId);
      if (!subject) return null;
      const { posts: all } = subject.type === "entry" ? subject.entry : subject.draft;
      const posts = overlay.isAlone ? all.filter(({ id }) => id === overlay.postId) : all;
      return (
        <MoveDialog
          subject={subject}
          posts={posts}
          onClose={onClose}
          onMove={(to) => props.onMove(subject, posts, to)}
        />
      );
    }
    case "day":
      return (
        <DayDialog
          day={overlay.day}
          onClose={onClose}
          onEntry={(entry) => openOverlay({ type: "subject", postId: entry.posts[0]?.id ?? "" })}
          onNote={onNote(overlay.day)}
          onCompose={props.getComposeActionOn(overlay.day)}
        />
      );
    case "compose":
      return (
        <QuickComposer
          // Another time is another post.
          key={`${overlay.day} ${overlay.time} ${overlay.fold}`}
          wall={{ date: overlay.day, time: overlay.time }}
          initialFold={overlay.fold ?? "earlier"}
          slotChannelIds={overlay.channelIds}
          onScheduled={props.onScheduled}
          onOpenComposer={props.onOpenComposer}
          onClose={onClose}
        />
      );
    case "note":
      return <NoteDialog day={overlay.day} note={overlay.note} onChanged={props.onNotesChanged} onClose={onClose} />;
    case "filter":
      return (
        <CalendarFilterDialog
          initialFilters={props.filters}
          members={members}
          onApply={props.onFilters}
          onClose={onClose}
        />
      );
    case "jump":
      return <JumpToDateDialog onJump={props.onJump} onClose={onClose} />;
    case "subscribe":
      return <SubscribeDialog onClose={onClose} />;
    case "tray":
      return (
        <Dialog open title="Unscheduled" onClose={onClose}>
          <DraftsTray
            drafts={drafts}
            hiddenCount={hiddenDraftCount}
            onSchedule={(draft) => openOverlay({ type: "move", postId: draft.posts[0]?.id ?? "" })}
            onOpen={(draft) => openOverlay({ type: "subject", postId: draft.posts[0]?.id ?? "" })}
          />
        </Dialog>
      );
  }
}

/** Prompts for a date, typed or chosen from a month, and moves the calendar to it. */
function JumpToDateDialog({ onJump, onClose }: { onJump: (day: Day) => void; onClose: () => void }) {
  const { params, preferences } = useCalendarContext();
  const [day, setDay] = useState(params.day);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isDay(day)) onJump(day);
  }
  return (
    <Dialog open onClose={onClose} title="Jump to a date">
      <form onSubmit={onSubmit} className="grid gap-3.5">
        <div className="flex items-start gap-2">
          <DateField
            hasNoButton
            label="Date"
            hint={'Such as "31 oct", "next friday" or 2027-03-01.'}
            value={day}
            className="flex-1"
            onChange={setDay}
          />
          <Button type="submit" variant="filled" className="mt-6" disabled={!isDay(day)}>
            Show
          </Button>
        </div>
        <MonthGrid day={isDay(day) ? day : params.day} weekStart={preferences.weekStart} onChoose={onJump} />
      </form>
    </Dialog>
  );
}

type DayDialogProps = {
  day: Day;
  onEntry: (entry: TimedEntry) => void;
  onNote: ((note: CalendarNote | null) => void) | null;
  onCompose: (() => void) | null;
  onClose: () => void;
};

/** Lists all entries of one day. */
function DayDialog({ day, onEntry, onNote, onCompose, onClose }: DayDialogProps) {
  const { entriesByDay, notesByDay } = useCalendarContext();
  const entries = entriesByDay.get(day) ?? [];
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
      <ul aria-label="Posts" className="-mx-5 divide-y">
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryRow entry={entry} onOpen={() => onEntry(entry)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type MoveDialogProps = {
  subject: CalendarSubject;
  posts: readonly EntryPost[];
  onMove: (to: WallTime) => void;
  onClose: () => void;
};

/** Moves posts to a typed date and time; the dialog shows the outcome before anything changes. */
function MoveDialog({ subject, posts, onMove, onClose }: MoveDialogProps) {
  const { preferences, now, today, range, channels } = useCalendarContext();
  const { zone, clock, secondZone } = preferences;
  const from = subject.type === "entry" ? new Date(subject.entry.atMs) : null;
  const { posts: all, text, images } = subject.type === "entry" ? subject.entry : subject.draft;
  const [to, setTo] = useState<WallTime>(() =>
    from
      ? toWallTime(from, zone)
      : { date: range.days.includes(today) ? addDays(today, 1) : (range.days[0] ?? today), time: "09:00" },
  );
  const isComplete = isWallTime(to);
  const move = isComplete ? decideMove({ posts, from, to, zone, clock, now }) : null;
  const verb = from ? "Reschedule" : "Schedule";
  const on = formatOnChannels(posts, all, channels);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (move?.type === "at") onMove(to);
    if (move?.type === "same") onClose();
  }

  return (
    <Dialog open onClose={onClose} title={`${verb} “${getEntryTitle({ text, images }).slice(0, 60)}”`}>
      <form onSubmit={onSubmit} className="grid gap-3.5">
        <DateTimeFields
          {...to}
          min={today}
          hint={`in ${getTimeZoneCity(zone)}`}
          onChange={(changes) => setTo({ ...to, ...changes })}
        />
        <div role="status">
          {move?.type === "refused" ? <Banner tone="failed">{move.why}</Banner> : null}
          {move?.type === "at" ? (
            <p className="text-14 text-ink-2">
              <strong className="font-medium text-ink">{formatInstantInZone(move.at, zone, clock)}</strong>
              {secondZone ? ` · ${formatInstantInZone(move.at, secondZone, clock)}` : ""} ·{" "}
              {formatRelativeTime(move.at, now)}
              {move.note ? <span className="block">It is {move.note}.</span> : null}
            </p>
          ) : null}
          {move?.type === "same" ? <p className="text-14 text-ink-3">That's its current time.</p> : null}
          {isComplete ? null : <p className="text-14 text-ink-3">Choose a date and a time.</p>}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={move?.type !== "at"}>
            {verb}
            {on}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
