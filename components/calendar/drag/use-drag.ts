"use client";
import { useState } from "react";
import type { CalendarAbilities, DraggedItem } from "#components/calendar/calendar-context.tsx";
import type { EntryPost, TimedEntry } from "#components/calendar/calendar-entries.ts";
import { type FreeSlot, getTimeOnDay } from "#components/calendar/free-slots.ts";
import { decideMove, getMoveRefusal } from "#components/calendar/move-rules.ts";
import { type EntryMoves, formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { CalendarView } from "#lib/time/calendar-views.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";
import { toWallTime, type WallTime } from "#lib/time/time-zone.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { type DropTarget, moveDropTarget } from "./keyboard-drag.ts";

type DragOptions = {
  moves: EntryMoves;
  range: ZonedDayRange;
  view: CalendarView;
  preferences: DisplayPreferences;
  me: { id: string };
  abilities: CalendarAbilities;
  slots: readonly FreeSlot[];
  /** Called with the focus target of a dropped item. */
  onPut: (spot: string) => void;
  /** Opens the composer that replaces a post at another time. */
  onReplace: (postId: string, at: Date) => void;
};

type DragSubject = DraggedItem["what"];

const moveUnsupportedMessage = "This publishing service can't reschedule posts.";
const unscheduleUnsupportedMessage = "This publishing service can't unschedule posts: open the post to replace it.";

/** Holds the dragged item, by keys or pointer, and carries out the drop. */
export function useDrag({ moves, range, view, preferences, me, abilities, slots, onPut, onReplace }: DragOptions) {
  const [held, setHeld] = useState<DraggedItem | null>(null);
  const { zone, clock } = preferences;
  const refuse = (why: string) => void showToast({ tone: "failed", message: why });

  /** Returns why the item can't be dragged; null when it can. */
  function whyHeldFast(what: DragSubject): string | null {
    if (!abilities.move) return moveUnsupportedMessage;
    const { member, posts } = what.type === "entry" ? what.entry : what.draft;
    if (member?.id !== "" && member?.id !== me.id)
      return `Only ${member?.name || "its author"} can reschedule this post.`;
    return getMoveRefusal(posts);
  }

  function take(what: DragSubject, by: DraggedItem["by"]): boolean {
    const why = whyHeldFast(what);
    if (why !== null) {
      refuse(why);
      return false;
    }
    const wall = what.type === "entry" ? range.wallOf(what.entry.atMs) : null;
    setHeld({ what, by, aim: by === "keys" && wall ? { day: wall.date, time: wall.time } : null });
    if (by === "keys") {
      const step = view === "month" ? "by day and week" : "by day and 15 minutes";
      announce(`Picked up. Arrows move it ${step}, Enter drops it, Escape cancels.`);
    }
    return true;
  }

  function step(key: string): boolean {
    if (!held?.aim || held.aim === "tray") return false;
    const aim = moveDropTarget(held.aim, key, view, range.days);
    if (!aim) return false;
    setHeld({ ...held, aim });
    announce(
      aim.time === null ? formatShortDay(aim.day) : `${formatShortDay(aim.day)}, ${formatClockTime(aim.time, clock)}`,
    );
    return true;
  }

  function letGo() {
    if (held?.by === "keys") announce("Not moved.");
    setHeld(null);
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
  function moveTo(posts: readonly EntryPost[], from: Date | null, to: WallTime, submission: string): boolean {
    const move = decideMove({ posts, from, to, zone, clock, now: new Date() });
    if (move.type === "refused") refuse(move.why);
    if (move.type !== "at") return false;
    const going = posts.filter(({ id }) => move.postIds.includes(id));
    const [first] = going;
    if (abilities.replaces) {
      if (first) onReplace(first.id, move.at);
      return first !== undefined;
    }
    const words = `${from === null ? "Scheduled for" : "Rescheduled for"} ${formatInstantInZone(move.at, zone, clock)}`;
    onPut(`entry:${submission}@${move.at.getTime()}`);
    void moves.place(going, move.at, move.note ? `${words} (${move.note})` : words);
    return true;
  }

  /** Schedules a draft that was dropped on a day without a time. */
  function scheduleOn(day: string, posts: readonly EntryPost[], submission: string) {
    const channelIds = posts.map((post) => post.channel_id);
    const found = getTimeOnDay(day, slots, channelIds, zone, new Date());
    if (!found) return refuse(`${formatShortDay(day)} has passed: choose a later day.`);
    const [first] = posts;
    if (abilities.replaces) return first ? onReplace(first.id, found.at) : undefined;
    const by = found.by === "slot" ? ", your next free slot" : "";
    onPut(`entry:${submission}@${found.at.getTime()}`);
    void moves.place(posts, found.at, `Scheduled for ${formatInstantInZone(found.at, zone, clock)}${by}`);
  }

  function put(what: DragSubject, aim: DraggedItem["aim"]) {
    if (aim === null) return;
    if (what.type === "draft") {
      if (aim === "tray") return;
      const { posts, submission_id } = what.draft;
      if (aim.time === null) scheduleOn(aim.day, posts, submission_id);
      else moveTo(posts, null, { date: aim.day, time: aim.time }, submission_id);
      return;
    }
    const { posts, submission_id, atMs } = what.entry;
    if (aim === "tray") {
      void unschedule(posts.filter(({ status }) => status === "scheduled"));
      return;
    }
    const time = aim.time ?? toWallTime(new Date(atMs), zone).time;
    moveTo(posts, new Date(atMs), { date: aim.day, time }, submission_id);
  }

  function drop() {
    if (!held) return;
    setHeld(null);
    put(held.what, held.aim);
  }

  const aimAt = (aim: DropTarget | "tray" | null) =>
    setHeld((before) => {
      if (!before) return before;
      const same = JSON.stringify(before.aim) === JSON.stringify(aim);
      return same ? before : { ...before, aim };
    });

  const wallTimeOf = (entry: TimedEntry) => range.wallOf(entry.atMs).time;

  return { held, canMove: abilities.move, wallTimeOf, take, step, letGo, drop, aimAt, moveTo, unschedule };
}

export type CalendarDrag = ReturnType<typeof useDrag>;
