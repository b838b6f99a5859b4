import { formatClockTime, formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";
import { resolveMovedTime } from "#lib/time/move-wall-time.ts";
import { toWallTime, type WallTime } from "#lib/time/wall-time.ts";
import type { EntryPost } from "./calendar-entries.ts";

/** Lateness that the service still accepts as now. */
const latenessMs = 60_000;
const yearsAhead = 2;

/**
 * A move's outcome. `at`: the new time; `note` names something the member may not expect. `same`: the posts are already
 * there. `refused`: `why` is a sentence, `short` fits on a small label.
 */
export type MoveDecision =
  | { type: "at"; at: Date; postIds: readonly string[]; note: string | null }
  | { type: "same" }
  | { type: "refused"; why: string; short: string };

type MoveInput = {
  posts: readonly EntryPost[];
  /** Current time; null for a draft. */
  from: Date | null;
  to: WallTime;
  zone: string;
  clock: "24" | "12";
  now: Date;
};

const refuseMove = (why: string, short: string): MoveDecision => ({ type: "refused", why, short });

/** Returns why posts in these statuses can't be moved; null when they can. */
export function getMoveRefusal(posts: readonly EntryPost[]): string | null {
  const hasStatus = (status: string) => posts.some((post) => post.status === status);
  if (hasStatus("publishing")) return "This post is publishing: it can't be rescheduled.";
  if (hasStatus("scheduled") || hasStatus("draft")) return null;
  if (hasStatus("published")) return "This post is published: it can't be rescheduled.";
  if (hasStatus("failed")) return "This post failed: retry it, or move it to drafts.";
  return "This post is canceled: move it to drafts first.";
}

/** Decides whether posts can move to a wall time of the zone. Drag, keys and form all use this function. */
export function decideMove({ posts, from, to, zone, clock, now }: MoveInput): MoveDecision {
  const refusal = getMoveRefusal(posts);
  if (refusal !== null) return refuseMove(refusal, "can't move");
  const timeLabel = formatClockTime(to.time, clock);
  const earliest = new Date(now.getTime() - latenessMs);
  const moved = resolveMovedTime(to, zone, from, earliest);
  if (moved.type === "skipped") {
    const [before, after] = [moved.before, moved.after].map((at) => formatClockTime(toWallTime(at, zone).time, clock));
    return refuseMove(
      `${timeLabel} does not exist on ${formatShortDay(to.date)} in ${getTimeZoneCity(zone)}: clocks go forward. The nearest times are ${before} and ${after}.`,
      "doesn't exist",
    );
  }
  const { at } = moved;
  if (from !== null && at.getTime() === from.getTime()) return { type: "same" };
  if (at < earliest) {
    return refuseMove(`${formatShortDay(to.date)}, ${timeLabel} has passed: choose a later time.`, "has passed");
  }
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + yearsAhead);
  if (at > latest) return refuseMove("That is more than two years ahead: choose an earlier time.", "too far ahead");
  const postIds = posts.filter(({ status }) => status === "scheduled" || status === "draft").map(({ id }) => id);
  const note = moved.fold === "earlier" ? `the first of two ${timeLabel}, as clocks go back` : null;
  return { type: "at", at, postIds, note };
}
