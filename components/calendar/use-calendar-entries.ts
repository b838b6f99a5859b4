"use client";
import { useMemo } from "react";
import type { CalendarNote, CalendarRange, Post, Slot } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import {
  applyPlacements,
  type EntryPlacements,
  groupEntriesByDay,
  groupUnscheduledDrafts,
  type TimedEntry,
  type UnscheduledDraft,
} from "./calendar-entries.ts";
import type { CalendarParams } from "./calendar-params.ts";
import type { CalendarSubject } from "./dialogs/entry-dialog.tsx";
import { type FreeSlot, getFreeSlots } from "./free-slots.ts";

type CalendarEntriesOptions = {
  told: CalendarRange;
  drafts: { posts: readonly Post[] };
  placements: EntryPlacements;
  range: ZonedDayRange;
  slots: readonly Slot[];
  sight: CalendarParams;
  nowMs: number;
};

const noPlacements: EntryPlacements = new Map();

function groupByDay<T extends { day: Day }>(all: readonly T[]): ReadonlyMap<Day, T[]> {
  const found = new Map<Day, T[]>();
  for (const one of all) found.set(one.day, [...(found.get(one.day) ?? []), one]);
  return found;
}

/** A filtered-out post would make its slot look free, so filters hide all slots. */
function filterSlots(sight: CalendarParams, slots: readonly Slot[]): readonly Slot[] {
  if (sight.statuses.length > 0 || sight.text !== "" || sight.member !== null) return [];
  if (sight.channelIds.length === 0) return slots;
  return slots.filter(({ channels }) => channels.length > 0 && channels.every((id) => sight.channelIds.includes(id)));
}

/** Returns the entries, free slots, notes and drafts of each day: the service's snapshot with recent moves applied. */
export function useCalendarEntries({ told, drafts, placements, range, slots, sight, nowMs }: CalendarEntriesOptions) {
  const entries = useMemo(
    () =>
      applyPlacements(
        told.entries,
        placements,
        placements.size > 0 ? groupUnscheduledDrafts(drafts.posts, [], noPlacements) : [],
      ),
    [told, drafts, placements],
  );
  const byDay = useMemo(() => groupEntriesByDay(entries, range), [entries, range]);
  const byKey = useMemo(() => new Map(entries.map((entry): [string, TimedEntry] => [entry.key, entry])), [entries]);
  const notesByDay = useMemo(() => groupByDay<CalendarNote>(told.notes), [told]);
  const free = useMemo(
    (): FreeSlot[] => getFreeSlots(filterSlots(sight, slots), range, entries, new Date(nowMs)),
    [sight, slots, range, entries, nowMs],
  );
  const slotsByDay = useMemo(() => groupByDay(free), [free]);
  const unscheduled = useMemo(
    (): UnscheduledDraft[] => groupUnscheduledDrafts(drafts.posts, told.entries, placements),
    [drafts, told, placements],
  );

  function subjectOf(postId: string): CalendarSubject | null {
    const has = ({ posts }: Pick<TimedEntry, "posts">) => posts.some((post) => post.id === postId);
    const entry = entries.find(has);
    if (entry) return { type: "entry", entry };
    const draft = unscheduled.find(has);
    return draft ? { type: "draft", draft } : null;
  }

  return { byDay, byKey, notesByDay, slots: free, slotsByDay, drafts: unscheduled, subjectOf };
}
