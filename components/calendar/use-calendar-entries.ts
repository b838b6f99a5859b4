"use client";
import { useMemo } from "react";
import type { CalendarRange, Note, Post, Slot } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { ZoneRange } from "#lib/time/zoned-day-range.ts";
import type { Sight } from "./calendar-params.ts";
import { type Draft, type Entry, entriesByDay, gatherDrafts, type Placements, placeEntries } from "./calendar-entries.ts";
import type { Subject } from "./dialogs/entry-dialog.tsx";
import { type FreeSlot, freeSlots } from "./free-slots.ts";

type EntriesProps = {
  told: CalendarRange;
  drafts: { posts: readonly Post[] };
  placements: Placements;
  range: ZoneRange;
  slots: readonly Slot[];
  sight: Sight;
  nowMs: number;
};

const unplaced: Placements = new Map();

function byDayOf<T extends { day: Day }>(all: readonly T[]): ReadonlyMap<Day, T[]> {
  const found = new Map<Day, T[]>();
  for (const one of all) found.set(one.day, [...(found.get(one.day) ?? []), one]);
  return found;
}

/** A slot looks free when what stands at it is filtered out: then none is shown. */
function slotsIn(sight: Sight, slots: readonly Slot[]): readonly Slot[] {
  if (sight.statuses.length > 0 || sight.text !== "" || sight.member !== null) return [];
  if (sight.channelIds.length === 0) return slots;
  return slots.filter(({ channels }) => channels.length > 0 && channels.every((id) => sight.channelIds.includes(id)));
}

/** What stands on which day: what the service told with what was moved a moment ago, free slots, notes, drafts. */
export function useEntries({ told, drafts, placements, range, slots, sight, nowMs }: EntriesProps) {
  const entries = useMemo(
    () => placeEntries(told.entries, placements, placements.size > 0 ? gatherDrafts(drafts.posts, [], unplaced) : []),
    [told, drafts, placements],
  );
  const byDay = useMemo(() => entriesByDay(entries, range), [entries, range]);
  const byKey = useMemo(() => new Map(entries.map((entry): [string, Entry] => [entry.key, entry])), [entries]);
  const notesByDay = useMemo(() => byDayOf<Note>(told.notes), [told]);
  const free = useMemo(
    (): FreeSlot[] => freeSlots(slotsIn(sight, slots), range, entries, new Date(nowMs)),
    [sight, slots, range, entries, nowMs],
  );
  const slotsByDay = useMemo(() => byDayOf(free), [free]);
  const unscheduled = useMemo(
    (): Draft[] => gatherDrafts(drafts.posts, told.entries, placements),
    [drafts, told, placements],
  );

  function subjectOf(postId: string): Subject | null {
    const has = ({ posts }: Pick<Entry, "posts">) => posts.some((post) => post.id === postId);
    const entry = entries.find(has);
    if (entry) return { is: "entry", entry };
    const draft = unscheduled.find(has);
    return draft ? { is: "draft", draft } : null;
  }

  return { byDay, byKey, notesByDay, slots: free, slotsByDay, drafts: unscheduled, subjectOf };
}
