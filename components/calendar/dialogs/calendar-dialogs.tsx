"use client";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Note } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { WallTime } from "#lib/time/time-zone.ts";
import { DayDialog } from "./day-dialog.tsx";
import type { Draft, EntryPost } from "#components/calendar/calendar-entries.ts";
import { EntryDialog, type Subject } from "./entry-dialog.tsx";
import { FilterDialog, type Filters } from "./calendar-filter-dialog.tsx";
import { JumpDialog } from "#components/calendar/jump-dialog.tsx";
import type { EntryAct } from "./calendar-menu-items.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import type { Opened } from "./calendar-overlay.ts";
import { useScreen } from "#components/calendar/calendar-context.tsx";
import { SubscribeDialog } from "./subscribe-dialog.tsx";
import { Tray } from "#components/calendar/views/drafts-tray.tsx";

export type DialogsProps = {
  opened: Opened;
  open: (next: Opened | null) => void;
  onClose: () => void;
  subjectOf: (postId: string) => Subject | null;
  drafts: readonly Draft[];
  moreDrafts: number;
  members: readonly { id: string; name: string }[] | null;
  composeOn: (day: Day) => (() => void) | null;
  onAct: (act: EntryAct, subject: Subject, posts: readonly EntryPost[]) => void;
  onMove: (subject: Subject, to: WallTime) => void;
  wanted: Filters;
  onFilters: (filters: Filters) => void;
  onJump: (day: Day) => void;
  onNotesChanged: () => void;
};

/** Whatever stands open over the calendar. Loaded with the first of them. */
export function CalendarDialogs(props: DialogsProps) {
  const { opened, open, onClose, subjectOf, drafts, moreDrafts, members } = props;
  const { abilities } = useScreen();
  const onNote = (day: Day) => (abilities.notes ? (note: Note | null) => open({ is: "note", day, note }) : null);
  switch (opened.is) {
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
          onEntry={(entry) => open({ is: "subject", postId: entry.posts[0]?.id ?? "" })}
          onNote={onNote(opened.day)}
          onCompose={props.composeOn(opened.day)}
        />
      );
    case "note":
      return <NoteDialog day={opened.day} note={opened.note} onChanged={props.onNotesChanged} onClose={onClose} />;
    case "filter":
      return <FilterDialog shown={props.wanted} members={members} onShow={props.onFilters} onClose={onClose} />;
    case "jump":
      return <JumpDialog onJump={props.onJump} onClose={onClose} />;
    case "subscribe":
      return <SubscribeDialog onClose={onClose} />;
    case "tray":
      return (
        <Dialog open title="Unscheduled" onClose={onClose}>
          <Tray
            drafts={drafts}
            more={moreDrafts}
            onSchedule={(draft) => open({ is: "move", postId: draft.posts[0]?.id ?? "" })}
            onOpen={(draft) => open({ is: "subject", postId: draft.posts[0]?.id ?? "" })}
          />
        </Dialog>
      );
  }
}
