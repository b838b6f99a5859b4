"use client";
import { CalendarClock, CalendarMinus, ListPlus, Send } from "lucide-react";
import { formatSlotTime } from "#components/composer/schedule/next-slot-time.tsx";
import { type NextSlotQuery, useNextSlot } from "#components/composer/schedule/use-next-slot.ts";
import { ContextMenu, type MenuItem } from "#components/ui/overlays/context-menu.tsx";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { getSubmitKeys, type SubmitChoice } from "./submit-choice.ts";

type SubmitMenuProps = {
  isEdit: boolean;
  /** True if the draft has a time. */
  hasTime: boolean;
  /** True for an edit that can't be taken back once it is published now. */
  isWithoutUndo: boolean;
  /** The query of the next free slot; null without posting slots. */
  query: NextSlotQuery | null;
  preferences: Pick<DisplayPreferences, "zone" | "clock">;
  now: Date;
  at: { x: number; y: number };
  opener: Element | null;
  onChoose: (choice: SubmitChoice) => void;
  /** Saves the edited post as a draft; null if it has no time. */
  onUnschedule: (() => void) | null;
  onClose: () => void;
};

/** The menu of the submit button: publish, schedule, add to queue, and for a scheduled post unschedule. */
export function SubmitMenu(props: SubmitMenuProps) {
  const { isEdit, hasTime, isWithoutUndo, query, preferences, now, onChoose, onUnschedule, ...menu } = props;
  const icon = "size-4 text-ink-3";
  const publishKeys = getSubmitKeys("publish", hasTime);
  const items: MenuItem[] = [
    {
      id: "publish",
      label: `${isEdit || hasTime ? "Publish now" : "Publish"}${isWithoutUndo ? " (no Undo)" : ""}`,
      icon: <Send className={icon} />,
      ...(publishKeys && { keys: publishKeys }),
      onSelect: () => onChoose("publish"),
    },
    {
      id: "schedule",
      label: hasTime ? "Change time…" : "Schedule…",
      icon: <CalendarClock className={icon} />,
      keys: "mod+alt+enter",
      onSelect: () => onChoose("schedule"),
    },
  ];
  const last: MenuItem[] = onUnschedule
    ? [{ id: "unschedule", label: "Unschedule", icon: <CalendarMinus className={icon} />, onSelect: onUnschedule }]
    : [];
  if (query === null) return <ContextMenu label="More ways to publish" items={[...items, ...last]} {...menu} />;
  const queued = { items, last, query, preferences, now, onChoose };
  return <MenuWithQueue {...queued} {...menu} />;
}

type MenuWithQueueProps = Pick<SubmitMenuProps, "preferences" | "now" | "at" | "opener" | "onChoose" | "onClose"> & {
  items: readonly MenuItem[];
  /** The items after the queue. */
  last: readonly MenuItem[];
  query: NextSlotQuery;
};

/** Adds the next free slot, which is read while the menu is open. */
function MenuWithQueue({ items, last, query, preferences, now, onChoose, ...menu }: MenuWithQueueProps) {
  const slot = useNextSlot(query);
  const time = slot?.at ? ` (${formatSlotTime(new Date(slot.at), preferences, now)})` : "";
  const queue: MenuItem = {
    id: "queue",
    label: slot && !slot.at ? "Add to queue (no free slot)" : `Add to queue${time}`,
    icon: <ListPlus className="size-4 text-ink-3" />,
    keys: "mod+shift+enter",
    onSelect: () => onChoose("queue"),
  };
  return <ContextMenu label="More ways to publish" items={[...items, queue, ...last]} {...menu} />;
}
