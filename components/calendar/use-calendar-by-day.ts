"use client";
import { useMemo } from "react";
import type { CalendarContents, CalendarNote, Slot } from "#lib/contract/types.ts";
import type { DraftPage } from "#lib/queries/drafts/draft-queries.ts";
import { everyone } from "#lib/queries/scope.ts";
import type { Day } from "#lib/time/days.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import {
  applyPlacements,
  type EntryPlacements,
  groupEntriesByDay,
  listUnscheduledDrafts,
  type TimedEntry,
  type UnscheduledDraft,
} from "./calendar-entries.ts";
import type { CalendarParams } from "./calendar-params.ts";
import type { CalendarSubject } from "./dialogs/entry-dialog.tsx";
import { addTeamSlots, type FreeSlot, getFreeSlots } from "./free-slots.ts";

type CalendarByDayOptions = {
  snapshot: CalendarContents;
  drafts: Pick<DraftPage, "drafts">;
  placements: EntryPlacements;
  range: ZonedDayRange;
  slots: readonly Slot[];
  params: CalendarParams;
  nowMs: number;
};

const noPlacements: EntryPlacements = new Map();

function groupByDay<T extends { day: Day }>(items: readonly T[]): ReadonlyMap<Day, T[]> {
  const byDay = new Map<Day, T[]>();
  for (const item of items) byDay.set(item.day, [...(byDay.get(item.day) ?? []), item]);
  return byDay;
}

/** A filtered-out post would make its slot look free, so filters hide all slots. */
function filterSlots<T extends { channels: readonly string[] }>(params: CalendarParams, slots: readonly T[]) {
  const isAuthor = params.member !== null && params.member !== everyone;
  if (params.statuses.length > 0 || params.text !== "" || isAuthor) return [];
  if (params.channelIds.length === 0) return slots;
  return slots.filter(({ channels }) => channels.length > 0 && channels.every((id) => params.channelIds.includes(id)));
}

/** Returns the entries, free slots, notes and drafts of each day: the service's snapshot with recent moves applied. */
export function useCalendarByDay(options: CalendarByDayOptions) {
  const { snapshot, drafts, placements, range, slots, params, nowMs } = options;
  const entries = useMemo(
    () =>
      applyPlacements(
        snapshot.entries,
        placements,
        placements.size > 0 ? listUnscheduledDrafts(drafts.drafts, [], noPlacements) : [],
      ),
    [snapshot, drafts, placements],
  );
  const entriesByDay = useMemo(() => groupEntriesByDay(entries, range), [entries, range]);
  const entriesByKey = useMemo(
    () => new Map(entries.map((entry): [string, TimedEntry] => [entry.key, entry])),
    [entries],
  );
  const notesByDay = useMemo(() => groupByDay<CalendarNote>(snapshot.notes), [snapshot]);
  const freeSlots = useMemo((): FreeSlot[] => {
    const now = new Date(nowMs);
    // Anybody's post takes a slot of its channel, as in the queue: a member's calendar just doesn't have all of them.
    const ownSlots = getFreeSlots(filterSlots(params, slots), range, entries, now);
    return addTeamSlots(ownSlots, filterSlots(params, snapshot.team_slots), range, entries, now);
  }, [params, slots, snapshot, range, entries, nowMs]);
  const slotsByDay = useMemo(() => groupByDay(freeSlots), [freeSlots]);
  const unscheduled = useMemo(
    (): UnscheduledDraft[] => listUnscheduledDrafts(drafts.drafts, snapshot.entries, placements),
    [drafts, snapshot, placements],
  );

  function getSubject(postId: string): CalendarSubject | null {
    const hasPost = ({ posts }: Pick<TimedEntry, "posts">) => posts.some((post) => post.id === postId);
    const entry = entries.find(hasPost);
    if (entry) return { type: "entry", entry };
    const draft = unscheduled.find(hasPost);
    return draft ? { type: "draft", draft } : null;
  }

  return { entriesByDay, entriesByKey, notesByDay, slots: freeSlots, slotsByDay, drafts: unscheduled, getSubject };
}
