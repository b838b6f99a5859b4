import { type FreeSlot, getTimeOnDay } from "#components/calendar/free-slots.ts";
import { decideMove } from "#components/calendar/move-rules.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { DraggedItem, DropOutcome } from "./dragged-item.ts";

type ResolveDropOptions = {
  subject: DraggedItem["subject"];
  dropTarget: NonNullable<DraggedItem["dropTarget"]>;
  zone: string;
  clock: "24" | "12";
  now: Date;
  slots: readonly FreeSlot[];
};

/** Decides where a drop lands. The drawn target and the drop itself both use this function. */
export function resolveDrop({ subject, dropTarget, zone, clock, now, slots }: ResolveDropOptions): DropOutcome {
  if (dropTarget === "tray") return subject.type === "entry" ? { type: "unscheduled" } : { type: "same", wall: null };
  const { posts } = subject.type === "entry" ? subject.entry : subject.draft;
  const from = subject.type === "entry" ? new Date(subject.entry.atMs) : null;
  const time = dropTarget.time ?? (from ? toWallTime(from, zone).time : null);
  if (time === null) return resolveDay(dropTarget.day);
  const to = { date: dropTarget.day, time };
  const move = decideMove({ posts, from, to, zone, clock, now });
  if (move.type === "same") return { type: "same", wall: to };
  if (move.type === "refused") return move;
  return { ...move, wall: toWallTime(move.at, zone) };

  /** A draft on a day without a time. */
  function resolveDay(day: string): DropOutcome {
    const publishTime = getTimeOnDay(
      day,
      slots,
      posts.map((post) => post.channel_id),
      zone,
      now,
    );
    if (!publishTime) {
      return { type: "refused", why: `${formatShortDay(day)} has passed: choose a later day.`, short: "has passed" };
    }
    const { at, by } = publishTime;
    const note = by === "slot" ? "the next free slot" : null;
    return { type: "at", at, wall: toWallTime(at, zone), postIds: posts.map(({ id }) => id), note };
  }
}
