"use client";
import { CalendarClock, ListPlus, Send } from "lucide-react";
import { formatSlotTime, type NextSlotQuery, useNextSlot } from "#components/composer/schedule/use-next-slot.ts";
import { ContextMenu, type MenuItem } from "#components/ui/overlays/context-menu.tsx";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import type { SubmitChoice } from "./submit-choice.ts";

type SubmitMenuProps = {
  leading: SubmitChoice;
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
  onClose: () => void;
};

/** The menu of the submit button: publish, schedule, add to queue. */
export function SubmitMenu(props: SubmitMenuProps) {
  const { leading, isEdit, hasTime, isWithoutUndo, query, preferences, now, onChoose, ...menu } = props;
  const icon = "size-4 text-ink-3";
  const items: MenuItem[] = [
    {
      id: "publish",
      label: `${isEdit || hasTime ? "Publish now" : "Publish"}${isWithoutUndo ? " (no Undo)" : ""}`,
      icon: <Send className={icon} />,
      ...(leading === "publish" && { keys: "mod+enter" }),
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
  if (query === null) return <ContextMenu label="More ways to publish" items={items} {...menu} />;
  return (
    <MenuWithQueue items={items} query={query} preferences={preferences} now={now} onChoose={onChoose} {...menu} />
  );
}

type MenuWithQueueProps = Omit<SubmitMenuProps, "leading" | "isEdit" | "hasTime" | "isWithoutUndo" | "query"> & {
  items: readonly MenuItem[];
  query: NextSlotQuery;
};

/** Adds the next free slot, which is read while the menu is open. */
function MenuWithQueue({ items, query, preferences, now, onChoose, ...menu }: MenuWithQueueProps) {
  const slot = useNextSlot(query);
  const time = slot?.at ? ` (${formatSlotTime(new Date(slot.at), preferences, now)})` : "";
  const queue: MenuItem = {
    id: "queue",
    label: slot && !slot.at ? "Add to queue (no free slot)" : `Add to queue${time}`,
    icon: <ListPlus className="size-4 text-ink-3" />,
    keys: "mod+shift+enter",
    onSelect: () => onChoose("queue"),
  };
  return <ContextMenu label="More ways to publish" items={[...items, queue]} {...menu} />;
}
