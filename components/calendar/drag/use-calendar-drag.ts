"use client";
import { useState } from "react";
import type { CalendarAbilities } from "#components/calendar/calendar-context.tsx";
import type { EntryPost, TimedEntry } from "#components/calendar/calendar-entries.ts";
import { canChangeEntry, formatOnChannels } from "#components/calendar/entry-labels.ts";
import type { FreeSlot } from "#components/calendar/free-slots.ts";
import { decideMove, getMoveRefusal } from "#components/calendar/move-rules.ts";
import { type EntryMoves, formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Channel } from "#lib/contract/types.ts";
import type { CalendarView } from "#lib/time/calendar-views.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";
import type { WallTime } from "#lib/time/wall-time.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import type { DraggedItem, DropOutcome } from "./dragged-item.ts";
import { type DropTarget, moveDropTarget } from "./keyboard-drag.ts";
import { resolveDrop } from "./resolve-drop.ts";

type CalendarDragOptions = {
  moves: EntryMoves;
  range: ZonedDayRange;
  view: CalendarView;
  preferences: DisplayPreferences;
  me: { id: string };
  channels: readonly Channel[];
  abilities: CalendarAbilities;
  slots: readonly FreeSlot[];
  /** Called with the focus target of a dropped item. */
  onDropped: (focusTarget: string) => void;
  /** Opens the composer that replaces a post at another time. */
  onReplace: (postId: string, at: Date) => void;
};

type DragSubject = DraggedItem["subject"];
/** A text: its id and all of its posts at one time. */
type MovedText = { submission_id: string; posts: readonly EntryPost[] };

const moveUnsupportedMessage = "This publishing service can't reschedule posts.";
const unscheduleUnsupportedMessage = "This publishing service can't unschedule posts: open the post to replace it.";

/** Holds the dragged item, by keys or pointer, and carries out the drop. */
export function useCalendarDrag({
  moves,
  range,
  view,
  preferences,
  me,
  channels,
  abilities,
  slots,
  onDropped,
  onReplace,
}: CalendarDragOptions) {
  const [draggedItem, setDraggedItem] = useState<DraggedItem | null>(null);
  const { zone, clock } = preferences;
  const refuse = (why: string) => void showToast({ tone: "failed", message: why });

  /** Returns why the item can't be dragged; null when it can. */
  function getDragRefusal(subject: DragSubject): string | null {
    if (!abilities.move) return moveUnsupportedMessage;
    const entry = subject.type === "entry" ? subject.entry : subject.draft;
    if (!canChangeEntry(entry, me, abilities))
      return `Only ${entry.member?.name || "its author"} can reschedule this post.`;
    return getMoveRefusal(entry.posts);
  }

  function getOutcome(subject: DragSubject, dropTarget: DraggedItem["dropTarget"]): DropOutcome | null {
    return dropTarget ? resolveDrop({ subject, dropTarget, zone, clock, now: new Date(), slots }) : null;
  }

  function pickUp(subject: DragSubject, by: DraggedItem["by"]): boolean {
    const refusal = getDragRefusal(subject);
    if (refusal !== null) {
      refuse(refusal);
      return false;
    }
    const wall = subject.type === "entry" ? range.wallOf(subject.entry.atMs) : null;
    const dropTarget = by === "keys" && wall ? { day: wall.date, time: wall.time } : null;
    setDraggedItem({ subject, by, dropTarget, outcome: getOutcome(subject, dropTarget) });
    if (by === "keys") {
      const stepLabel = view === "month" ? "by day and week" : "by day and 15 minutes";
      announce(`Picked up. Arrows move it ${stepLabel}, Enter drops it, Escape cancels.`);
    }
    return true;
  }

  function moveByKey(key: string): boolean {
    if (!draggedItem?.dropTarget || draggedItem.dropTarget === "tray") return false;
    const dropTarget = moveDropTarget(draggedItem.dropTarget, key, view, range.days);
    if (!dropTarget) return false;
    const outcome = getOutcome(draggedItem.subject, dropTarget);
    setDraggedItem({ ...draggedItem, dropTarget, outcome });
    if (outcome?.type === "refused") announce(outcome.why);
    else
      announce(
        dropTarget.time === null
          ? formatShortDay(dropTarget.day)
          : `${formatShortDay(dropTarget.day)}, ${formatClockTime(dropTarget.time, clock)}`,
      );
    return true;
  }

  function cancel() {
    if (draggedItem?.by === "keys") announce("Not moved.");
    setDraggedItem(null);
  }

  /** Removes the time of scheduled posts of a text. */
  async function unschedule(posts: readonly EntryPost[], { posts: all, submission_id }: MovedText) {
    if (abilities.replaces) return refuse(unscheduleUnsupportedMessage);
    await moves.place(posts, null, `Moved to drafts${formatOnChannels(posts, all, channels)}`, submission_id);
  }

  /**
   * Moves posts to a wall time, or says why not.
   * @returns whether a request was sent.
   */
  function moveTo(posts: readonly EntryPost[], from: Date | null, to: WallTime, text: MovedText): boolean {
    const move = decideMove({ posts, from, to, zone, clock, now: new Date() });
    if (move.type === "refused") refuse(move.why);
    if (move.type !== "at") return false;
    return place(posts, from === null, move, text);
  }

  /**
   * Gives posts the time of an accepted move.
   * @returns whether a request was sent.
   */
  function place(
    posts: readonly EntryPost[],
    isDraft: boolean,
    { at, postIds, note }: { at: Date; postIds: readonly string[]; note: string | null },
    { submission_id, posts: all }: MovedText,
  ): boolean {
    const movable = posts.filter(({ id }) => postIds.includes(id));
    const [first] = movable;
    if (abilities.replaces) {
      if (first) onReplace(first.id, at);
      return first !== undefined;
    }
    const on = formatOnChannels(movable, all, channels);
    const message = `${isDraft ? "Scheduled for" : "Rescheduled for"} ${formatInstantInZone(at, zone, clock)}${on}`;
    onDropped(`entry:${submission_id}@${at.getTime()}`);
    void moves.place(movable, at, note ? `${message} (${note})` : message, submission_id);
    return true;
  }

  function drop() {
    if (!draggedItem) return;
    const { subject, dropTarget } = draggedItem;
    setDraggedItem(null);
    // Decided again: time has passed since the target was drawn.
    const outcome = getOutcome(subject, dropTarget);
    if (outcome?.type === "refused") refuse(outcome.why);
    if (outcome?.type === "unscheduled" && subject.type === "entry")
      void unschedule(
        subject.entry.posts.filter(({ status }) => status === "scheduled"),
        subject.entry,
      );
    if (outcome?.type !== "at") return;
    const text = subject.type === "entry" ? subject.entry : subject.draft;
    place(text.posts, subject.type === "draft", outcome, text);
  }

  function setDropTarget(dropTarget: DropTarget | "tray" | null) {
    if (!draggedItem || JSON.stringify(draggedItem.dropTarget) === JSON.stringify(dropTarget)) return;
    const outcome = getOutcome(draggedItem.subject, dropTarget);
    // Said once for each reason, and not for each quarter of an hour that the pointer crosses.
    const before = draggedItem.outcome?.type === "refused" ? draggedItem.outcome.short : null;
    if (outcome?.type === "refused" && outcome.short !== before) announce(outcome.why);
    setDraggedItem((latest) => (latest ? { ...latest, dropTarget, outcome } : latest));
  }

  const getWallTime = (entry: TimedEntry) => range.wallOf(entry.atMs).time;

  return {
    draggedItem,
    canMove: abilities.move,
    getWallTime,
    pickUp,
    moveByKey,
    cancel,
    drop,
    setDropTarget,
    moveTo,
    unschedule,
  };
}

export type CalendarDrag = ReturnType<typeof useCalendarDrag>;
