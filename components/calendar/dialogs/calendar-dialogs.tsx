"use client";
import { type FormEvent, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { EntryPost, UnscheduledDraft } from "#components/calendar/calendar-entries.ts";
import { DraftsTray } from "#components/calendar/views/drafts-tray.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { CalendarNote } from "#lib/contract/types.ts";
import { type Day, isDay } from "#lib/time/days.ts";
import type { WallTime } from "#lib/time/time-zone.ts";
import { CalendarFilterDialog, type CalendarFilters } from "./calendar-filter-dialog.tsx";
import type { EntryAction } from "./calendar-menu-items.tsx";
import type { CalendarOverlay } from "./calendar-overlay.ts";
import { DayDialog } from "./day-dialog.tsx";
import { type CalendarSubject, EntryDialog } from "./entry-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { SubscribeDialog } from "./subscribe-dialog.tsx";

export type CalendarDialogsProps = {
  opened: CalendarOverlay;
  open: (next: CalendarOverlay | null) => void;
  onClose: () => void;
  subjectOf: (postId: string) => CalendarSubject | null;
  drafts: readonly UnscheduledDraft[];
  moreDrafts: number;
  members: readonly { id: string; name: string }[] | null;
  composeOn: (day: Day) => (() => void) | null;
  onAct: (act: EntryAction, subject: CalendarSubject, posts: readonly EntryPost[]) => void;
  onMove: (subject: CalendarSubject, to: WallTime) => void;
  wanted: CalendarFilters;
  onFilters: (filters: CalendarFilters) => void;
  onJump: (day: Day) => void;
  onNotesChanged: () => void;
};

/** Shows the calendar's open dialog. Loaded with the first one. */
export function CalendarDialogs(props: CalendarDialogsProps) {
  const { opened, open, onClose, subjectOf, drafts, moreDrafts, members } = props;
  const { abilities } = useCalendarContext();
  const onNote = (day: Day) =>
    abilities.notes ? (note: CalendarNote | null) => open({ type: "note", day, note }) : null;
  switch (opened.type) {
    case "subject": {
      const subject = subjectOf(opened.postId);
      if (!subject) return null;
      return (
        <EntryDialog subject={subject} onClose={onClose} onAct={(act, posts) => props.onAct(act, subject, posts)} />
      );
    }
    case "move": {
      const subject = subjectOf(opened.postId);
      if (!subject) return null;
      return <MoveDialog subject={subject} onClose={onClose} onMove={(to) => props.onMove(subject, to)} />;
    }
    case "day":
      return (
        <DayDialog
          day={opened.day}
          onClose={onClose}
          onEntry={(entry) => open({ type: "subject", postId: entry.posts[0]?.id ?? "" })}
          onNote={onNote(opened.day)}
          onCompose={props.composeOn(opened.day)}
        />
      );
    case "note":
      return <NoteDialog day={opened.day} note={opened.note} onChanged={props.onNotesChanged} onClose={onClose} />;
    case "filter":
      return <CalendarFilterDialog shown={props.wanted} members={members} onShow={props.onFilters} onClose={onClose} />;
    case "jump":
      return <JumpToDateDialog onJump={props.onJump} onClose={onClose} />;
    case "subscribe":
      return <SubscribeDialog onClose={onClose} />;
    case "tray":
      return (
        <Dialog open title="Unscheduled" onClose={onClose}>
          <DraftsTray
            drafts={drafts}
            more={moreDrafts}
            onSchedule={(draft) => open({ type: "move", postId: draft.posts[0]?.id ?? "" })}
            onOpen={(draft) => open({ type: "subject", postId: draft.posts[0]?.id ?? "" })}
          />
        </Dialog>
      );
  }
}

/** Prompts for a date and moves the calendar to it. */
function JumpToDateDialog({ onJump, onClose }: { onJump: (day: Day) => void; onClose: () => void }) {
  const { sight } = useCalendarContext();
  const [day, setDay] = useState(sight.day);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isDay(day)) onJump(day);
  }
  return (
    <Dialog open onClose={onClose} title="Jump to a date">
      <form onSubmit={onSubmit} className="flex items-end gap-2">
        <Field label="Date" className="flex-1">
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={day}
              min="2000-01-01"
              max="2098-12-31"
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="filled" disabled={!isDay(day)}>
          Show
        </Button>
      </form>
    </Dialog>
  );
}
