import type { LeaderboardQuery } from "#lib/contract/types.ts";
import { maxId } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { dayMs } from "#lib/time/time-units.ts";

/** Stands for all channels together. */
export const allChannelsId = maxId;
const always = "-infinity";

/** A board whose order is kept by the database. */
export type MaterializedLeaderboard = {
  orgId: string;
  period: "all" | "month" | "week" | `range ${string}`;
  /** First UTC day of the period. */
  start: string;
  channelId: string;
  /** Least points of who stands on it: everyone on the all-time board, elsewhere who has any. */
  least: number;
};

/** A board of days of one's own choice: kept from when it is first asked for. */
export type RangeLeaderboard = { orgId: string; period: "range"; from: string; to: string; channelId: string };

export type LeaderboardSelection = MaterializedLeaderboard | RangeLeaderboard;

type LeaderboardSelectionQuery = Pick<LeaderboardQuery, "period" | "from" | "to" | "channel">;

/** The board that is asked for. @throws Refusal when a range is not one */
export function selectLeaderboard(
  orgId: string,
  { period = "all", from, to, channel }: LeaderboardSelectionQuery,
  now: Date,
): LeaderboardSelection {
  const channelId = channel ?? allChannelsId;
  if (period === "range") {
    if (from === undefined || to === undefined) {
      throw new Refusal(
        "invalid_request",
        "A range requires its first day as from and its last day as to.",
        from ? "to" : "from",
      );
    }
    if (from < "2000-01-01" || to > "2999-12-31") {
      throw new Refusal("invalid_request", "A range must be in the years 2000 to 2999.", "from");
    }
    if (from > to) throw new Refusal("invalid_request", "The range ends before it begins.", "to");
    return { orgId, period, from, to, channelId };
  }
  if (from !== undefined || to !== undefined) {
    throw new Refusal("invalid_request", "from and to require period=range.", from ? "from" : "to");
  }
  const start = period === "month" ? getStartOfMonth(now) : period === "week" ? getStartOfWeek(now) : always;
  return { orgId, period, start, channelId, least: period === "all" && !channel ? -(2 ** 31) : 1 };
}

/** The UTC day of an instant. */
export const toUtcDay = (at: Date) => at.toISOString().slice(0, 10);

export const getStartOfMonth = (at: Date) => `${at.toISOString().slice(0, 7)}-01`;

/** The Monday of the week. */
export function getStartOfWeek(at: Date): string {
  return toUtcDay(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs));
}

/** So many days before the day of `at`. */
export function subtractUtcDays(at: Date, days: number): string {
  return toUtcDay(new Date(at.getTime() - days * dayMs));
}
