"use client";
import { useState } from "react";
import type { CalendarAbilities, DraggedItem } from "#components/calendar/calendar-context.tsx";
import type { EntryPost, TimedEntry } from "#components/calendar/calendar-entries.ts";
import { canChangeEntry } from "#components/calendar/entry-labels.ts";
import { type FreeSlot, getTimeOnDay } from "#components/calendar/free-slots.ts";
import { decideMove, getMoveRefusal } from "#components/calendar/move-rules.ts";
import { type EntryMoves, formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { CalendarView } from "#lib/time/calendar-views.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";
import { toWallTime, type WallTime } from "#lib/time/wall-time.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { type DropTarget, moveDropTarget } from "./keyboard-drag.ts";

type CalendarDragOptions = {
  moves: EntryMoves;
  range: ZonedDayRange;
  view: CalendarView;
  preferences: DisplayPreferences;
  me: { id: string };
  abilities: CalendarAbilities;
  slots: readonly FreeSlot[];
  /** Called with the focus target of a dropped item. */
  onDropped: (focusTarget: string) => void;
  /** Opens the composer that replaces a post at another time. */
  onReplace: (postId: string, at: Date) => void;
};

type DragSubject = DraggedItem["subject"];

const moveUnsupportedMessage = "This publishing service can't reschedule posts.";
const unscheduleUnsupportedMessage = "This publishing service can't unschedule posts: open the post to replace it.";

/** Holds the dragged item, by keys or pointer, and carries out the drop. */
export function useCalendarDrag({
  moves,
  range,
  view,
  preferences,
  me,
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

  function pickUp(subject: DragSubject, by: DraggedItem["by"]): boolean {
    const refusal = getDragRefusal(subject);
    if (refusal !== null) {
      refuse(refusal);
      return false;
    }
    const wall = subject.type === "entry" ? range.wallOf(subject.entry.atMs) : null;
    setDraggedItem({ subject, by, dropTarget: by === "keys" && wall ? { day: wall.date, time: wall.time } : null });
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
    setDraggedItem({ ...draggedItem, dropTarget });
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

  /** Removes the time of scheduled posts. */
  async function unschedule(posts: readonly EntryPost[]) {
    if (abilities.replaces) return refuse(unscheduleUnsupportedMessage);
    await moves.place(posts, null, "Moved to Unscheduled");
  }

  /**
   * Moves posts to a wall time, or says why not.
   * @returns whether a request was sent.
   */
  function moveTo(posts: readonly EntryPost[], from: Date | null, to: WallTime, submissionId: string): boolean {
    const move = decideMove({ posts, from, to, zone, clock, now: new Date() });
    if (move.type === "refused") refuse(move.why);
    if (move.type !== "at") return false;
    const movable = posts.filter(({ id }) => move.postIds.includes(id));
    const [first] = movable;
    if (abilities.replaces) {
      if (first) onReplace(first.id, move.at);
      return first !== undefined;
    }
    const message = `${from === null ? "Scheduled for" : "Rescheduled for"} ${formatInstantInZone(move.at, zone, clock)}`;
    onDropped(`entry:${submissionId}@${move.at.getTime()}`);
    void moves.place(movable, move.at, move.note ? `${message} (${move.note})` : message);
    return true;
  }

  /** Schedules a draft that was dropped on a day without a time. */
  function scheduleOn(day: string, posts: readonly EntryPost[], submissionId: string) {
    const channelIds = posts.map((post) => post.channel_id);
    const publishTime = getTimeOnDay(day, slots, channelIds, zone, new Date());
    if (!publishTime) return refuse(`${formatShortDay(day)} has passed: choose a later day.`);
    const [first] = posts;
    if (abilities.replaces) return first ? onReplace(first.id, publishTime.at) : undefined;
    const slotNote = publishTime.by === "slot" ? ", your next free slot" : "";
    onDropped(`entry:${submissionId}@${publishTime.at.getTime()}`);
    void moves.place(
      posts,
      publishTime.at,
      `Scheduled for ${formatInstantInZone(publishTime.at, zone, clock)}${slotNote}`,
    );
  }

  function dropOn(subject: DragSubject, dropTarget: DraggedItem["dropTarget"]) {
    if (dropTarget === null) return;
    if (subject.type === "draft") {
      if (dropTarget === "tray") return;
      const { posts, submission_id } = subject.draft;
      if (dropTarget.time === null) scheduleOn(dropTarget.day, posts, submission_id);
      else moveTo(posts, null, { date: dropTarget.day, time: dropTarget.time }, submission_id);
      return;
    }
    const { posts, submission_id, atMs } = subject.entry;
    if (dropTarget === "tray") {
      void unschedule(posts.filter(({ status }) => status === "scheduled"));
      return;
    }
    const time = dropTarget.time ?? toWallTime(new Date(atMs), zone).time;
    moveTo(posts, new Date(atMs), { date: dropTarget.day, time }, submission_id);
  }

  function drop() {
    if (!draggedItem) return;
    setDraggedItem(null);
    dropOn(draggedItem.subject, draggedItem.dropTarget);
  }

  const setDropTarget = (dropTarget: DropTarget | "tray" | null) =>
    setDraggedItem((before) => {
      if (!before) return before;
      const isSame = JSON.stringify(before.dropTarget) === JSON.stringify(dropTarget);
      return isSame ? before : { ...before, dropTarget };
    });

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
