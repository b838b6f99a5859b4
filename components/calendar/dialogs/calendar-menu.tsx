"use client";
import { CalendarPlus, CalendarSearch, Rss } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { EntryPost } from "#components/calendar/calendar-entries.ts";
import { canChangeEntry, getChannelLabel } from "#components/calendar/entry-labels.ts";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { ContextMenu, type MenuItem } from "#components/ui/overlays/context-menu.tsx";
import type { Day } from "#lib/time/days.ts";
import { type EntryAction, getDayMenuItems, getEntryActions, toMenuItems } from "./calendar-menu-items.tsx";
import type { CalendarOverlay, OpenCalendarMenu } from "./calendar-overlay.ts";
import type { CalendarSubject } from "./entry-dialog.tsx";

type CalendarMenuProps = {
  menu: OpenCalendarMenu;
  getSubject: (postId: string) => CalendarSubject | null;
  getComposeActionOn: (day: Day) => (() => void) | null;
  openOverlay: (next: CalendarOverlay) => void;
  onAction: (action: EntryAction, subject: CalendarSubject, posts: readonly EntryPost[]) => void;
  onClose: () => void;
};

const icon = "size-4 text-ink-3";

/** The context menu of the calendar. Loaded with the first right click or `.`. */
export function CalendarMenu({
  menu,
  getSubject,
  getComposeActionOn,
  openOverlay,
  onAction,
  onClose,
}: CalendarMenuProps) {
  const { me, abilities, params, channels } = useCalendarContext();
  const { target } = menu;
  const menuProps = { at: menu.at, opener: menu.opener, onClose };
  if (target.type === "calendar") {
    const items: MenuItem[] = [
      {
        id: "jump",
        label: "Jump to a date",
        icon: <CalendarSearch className={icon} />,
        onSelect: () => openOverlay({ type: "jump" }),
      },
      ...(abilities.notes
        ? [
            {
              id: "note",
              label: "Pin a note",
              icon: <CalendarPlus className={icon} />,
              onSelect: () => openOverlay({ type: "note", day: params.day, note: null }),
            },
          ]
        : []),
      ...(abilities.feed
        ? [
            {
              id: "subscribe",
              label: "Subscribe in another calendar",
              icon: <Rss className={icon} />,
              onSelect: () => openOverlay({ type: "subscribe" }),
            },
          ]
        : []),
    ];
    return <ContextMenu label="Calendar" items={items} {...menuProps} />;
  }
  if (target.type === "day") {
    const items = getDayMenuItems({
      onCompose: getComposeActionOn(target.day),
      onNote: abilities.notes ? () => openOverlay({ type: "note", day: target.day, note: null }) : null,
      onOpen: () => openOverlay({ type: "day", day: target.day }),
    });
    return <ContextMenu label="Day" items={items} {...menuProps} />;
  }
  const subject = getSubject(target.postId);
  if (!subject) return null;
  const entry = subject.type === "entry" ? subject.entry : subject.draft;
  const { posts } = entry;
  const isDraft = subject.type === "draft";
  const canChange = canChangeEntry(entry, me, abilities);
  const actions = getEntryActions({ posts, canChange, isDraft, abilities });
  return (
    <ContextMenu
      label="Post"
      items={[
        ...toMenuItems(actions, posts, isDraft, (action) => onAction(action, subject, posts)),
        ...(canChange && posts.length > 1
          ? posts.map((post, index) => ({
              id: post.id,
              label: `Only on ${getChannelLabel(post, channels)}…`,
              icon: <PlatformIcon platform={post.channel ?? ""} size="small" />,
              parted: index === 0,
              onSelect: () => openOverlay({ type: "subject", postId: post.id, isAlone: true }),
            }))
          : []),
      ]}
      {...menuProps}
    />
  );
}
