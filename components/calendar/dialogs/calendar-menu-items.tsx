import { Ban, Clock, CopyPlus, FilePen, Maximize2, PenLine, Pin, RefreshCw, Send, Trash2, Undo2 } from "lucide-react";
import type { CalendarAbilities } from "#components/calendar/calendar-context.tsx";
import type { EntryPost } from "#components/calendar/calendar-entries.ts";
import { getDeletionLabel } from "#components/post-actions/action-messages.ts";
import type { MenuItem } from "#components/ui/overlays/context-menu.tsx";

export type EntryAction = "open" | "edit" | "move" | "publish" | "retry" | "draft" | "cancel" | "duplicate" | "delete";

const icon = "size-4 text-ink-3";
const actionAppearance: Record<EntryAction, Pick<MenuItem, "label" | "icon" | "tone" | "keys" | "parted">> = {
  open: { label: "Open", icon: <Maximize2 className={icon} />, keys: "enter" },
  edit: { label: "Edit", icon: <PenLine className={icon} /> },
  move: { label: "Reschedule…", icon: <Clock className={icon} /> },
  publish: { label: "Publish now", icon: <Send className={icon} /> },
  retry: { label: "Retry", icon: <RefreshCw className={icon} /> },
  draft: { label: "Move to drafts", icon: <Undo2 className={icon} /> },
  cancel: { label: "Cancel post", icon: <Ban className={icon} /> },
  duplicate: { label: "Duplicate", icon: <CopyPlus className={icon} />, parted: true },
  delete: { label: "Delete", icon: <Trash2 className="size-4" />, tone: "danger" },
};

/** True for a post that the composer opens: one that waits, or that failed and is nowhere live. */
export const isEntryPostEditable = ({ status, unconfirmed }: EntryPost): boolean =>
  status === "scheduled" || status === "draft" || (status === "failed" && !unconfirmed);

type EntryActionsOptions = {
  posts: readonly EntryPost[];
  canChange: boolean;
  isDraft: boolean;
  abilities: CalendarAbilities;
};

/** Returns the actions that the posts' statuses, this member and this service allow. */
export function getEntryActions({ posts, canChange, isDraft, abilities }: EntryActionsOptions): EntryAction[] {
  const hasStatus = (...statuses: string[]) => posts.some((post) => statuses.includes(post.status));
  const isChangeable = canChange && abilities.move && !abilities.replaces;
  const actions: [EntryAction, boolean][] = [
    ["open", true],
    // Several posts of one submission are edited one by one, each from its own link.
    ["edit", canChange && abilities.move && posts.length === 1 && posts.every(isEntryPostEditable)],
    ["move", canChange && abilities.move && hasStatus("scheduled", "draft")],
    ["publish", isChangeable && hasStatus("scheduled", "draft") && !posts.some(({ hold }) => hold)],
    ["retry", isChangeable && hasStatus("failed")],
    ["draft", isChangeable && !isDraft && hasStatus("scheduled", "failed", "canceled")],
    ["cancel", isChangeable && hasStatus("scheduled")],
    ["duplicate", canChange && abilities.write],
    ["delete", canChange && abilities.remove && !hasStatus("publishing")],
  ];
  return actions.filter(([, isOffered]) => isOffered).map(([action]) => action);
}

/** Converts actions to menu items. */
export function toMenuItems(
  actions: readonly EntryAction[],
  posts: readonly EntryPost[],
  isDraft: boolean,
  onAction: (action: EntryAction) => void,
): MenuItem[] {
  return actions.map((action) => ({
    id: action,
    ...actionAppearance[action],
    ...(action === "move" && isDraft && { label: "Schedule…" }),
    // A published post stays on its platform.
    ...(action === "delete" &&
      getDeletionLabel(posts) !== "Delete" && { label: getDeletionLabel(posts), tone: "plain" }),
    onSelect: () => onAction(action),
  }));
}

type DayMenuOptions = { onCompose: (() => void) | null; onNote: (() => void) | null; onOpen: () => void };

export function getDayMenuItems({ onCompose, onNote, onOpen }: DayMenuOptions): MenuItem[] {
  return [
    ...(onCompose
      ? [{ id: "compose", label: "Write a post", icon: <FilePen className={icon} />, keys: "n", onSelect: onCompose }]
      : []),
    ...(onNote ? [{ id: "note", label: "Pin a note", icon: <Pin className={icon} />, onSelect: onNote }] : []),
    { id: "open", label: "Show day list", icon: <Maximize2 className={icon} />, onSelect: onOpen },
  ];
}
