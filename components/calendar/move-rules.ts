import { formatClockTime, formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";
import { resolveMovedTime } from "#lib/time/move-wall-time.ts";
import { toWallTime, type WallTime } from "#lib/time/time-zone.ts";
import type { EntryPost } from "./calendar-entries.ts";

/** Lateness that the service still accepts as now. */
const latenessMs = 60_000;
const yearsAhead = 2;

/**
 * A move's outcome. `at`: the new time; `note` names something the member may not expect. `same`: the posts are already
 * there.
 */
export type MoveDecision =
  | { is: "at"; at: Date; postIds: readonly string[]; note: string | null }
  | { is: "same" }
  | { is: "refused"; why: string };

type MoveInput = {
  posts: readonly EntryPost[];
  /** Current time; null for a draft. */
  from: Date | null;
  to: WallTime;
  zone: string;
  clock: "24" | "12";
  now: Date;
};

const refuseMove = (why: string): MoveDecision => ({ is: "refused", why });

/** Returns why posts in these statuses can't be moved; null when they can. */
export function getMoveRefusal(posts: readonly EntryPost[]): string | null {
  const has = (status: string) => posts.some((post) => post.status === status);
  if (has("publishing")) return "This post has just started publishing: it can't be moved any more.";
  if (has("scheduled") || has("draft")) return null;
  if (has("published")) return "This post is published: its time can't be changed.";
  if (has("failed")) return "This post has failed: open it to send it again or take it back to draft.";
  return "This post is canceled: take it back to draft first.";
}

/** Decides whether posts can move to a wall time of the zone. Drag, keys and form all use this function. */
export function decideMove({ posts, from, to, zone, clock, now }: MoveInput): MoveDecision {
  const fixed = getMoveRefusal(posts);
  if (fixed !== null) return refuseMove(fixed);
  const shown = formatClockTime(to.time, clock);
  const moved = resolveMovedTime(to, zone, from);
  if (moved.is === "skipped") {
    const [before, after] = [moved.before, moved.after].map((at) => formatClockTime(toWallTime(at, zone).time, clock));
    return refuseMove(
      `${shown} does not exist on ${formatShortDay(to.date)} in ${getTimeZoneCity(zone)}: clocks jump ahead. The nearest times are ${before} and ${after}.`,
    );
  }
  const { at } = moved;
  if (from !== null && at.getTime() === from.getTime()) return { is: "same" };
  if (at.getTime() < now.getTime() - latenessMs) {
    return refuseMove(`${formatShortDay(to.date)}, ${shown} has passed: choose a time that is still to come.`);
  }
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + yearsAhead);
  if (at > latest) return refuseMove("That is more than two years ahead: choose an earlier time.");
  const postIds = posts.filter(({ status }) => status === "scheduled" || status === "draft").map(({ id }) => id);
  const note = moved.fold === "earlier" ? `the first of two ${shown}, for clocks are set back` : null;
  return { is: "at", at, postIds, note };
}
