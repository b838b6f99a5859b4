"use client";
import { CalendarPlus, CalendarSearch, Rss } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { EntryPost } from "#components/calendar/calendar-entries.ts";
import { ContextMenu, type MenuItem } from "#components/ui/overlays/context-menu.tsx";
import type { Day } from "#lib/time/days.ts";
import { type EntryAction, getDayMenuItems, getEntryActions, toMenuItems } from "./calendar-menu-items.tsx";
import type { CalendarOverlay, OpenCalendarMenu } from "./calendar-overlay.ts";
import type { CalendarSubject } from "./entry-dialog.tsx";

type CalendarMenuProps = {
  menu: OpenCalendarMenu;
  subjectOf: (postId: string) => CalendarSubject | null;
  composeOn: (day: Day) => (() => void) | null;
  open: (next: CalendarOverlay) => void;
  onAct: (act: EntryAction, subject: CalendarSubject, posts: readonly EntryPost[]) => void;
  onClose: () => void;
};

const icon = "size-4 text-ink-3";

/** The context menu of the calendar. Loaded with the first right click or `.`. */
export function CalendarMenu({ menu, subjectOf, composeOn, open, onAct, onClose }: CalendarMenuProps) {
  const { me, abilities, sight } = useCalendarContext();
  const { of } = menu;
  const shared = { at: menu.at, opener: menu.opener, onClose };
  if (of.type === "calendar") {
    const items: MenuItem[] = [
      {
        id: "jump",
        label: "Jump to a date",
        icon: <CalendarSearch className={icon} />,
        onSelect: () => open({ type: "jump" }),
      },
      ...(abilities.notes
        ? [
            {
              id: "note",
              label: "Pin a note",
              icon: <CalendarPlus className={icon} />,
              onSelect: () => open({ type: "note", day: sight.day, note: null }),
            },
          ]
        : []),
      ...(abilities.feed
        ? [
            {
              id: "subscribe",
              label: "Subscribe in another calendar",
              icon: <Rss className={icon} />,
              onSelect: () => open({ type: "subscribe" }),
            },
          ]
        : []),
    ];
    return <ContextMenu label="Calendar" items={items} {...shared} />;
  }
  if (of.type === "day") {
    const items = getDayMenuItems({
      onCompose: composeOn(of.day),
      onNote: abilities.notes ? () => open({ type: "note", day: of.day, note: null }) : null,
      onOpen: () => open({ type: "day", day: of.day }),
    });
    return <ContextMenu label="Day" items={items} {...shared} />;
  }
  const subject = subjectOf(of.postId);
  if (!subject) return null;
  const { posts, member } = subject.type === "entry" ? subject.entry : subject.draft;
  const isDraft = subject.type === "draft";
  const isMine = member?.id === "" || member?.id === me.id;
  const acts = getEntryActions({ posts, isMine, isDraft, abilities });
  return (
    <ContextMenu label="Post" items={toMenuItems(acts, isDraft, (act) => onAct(act, subject, posts))} {...shared} />
  );
}
