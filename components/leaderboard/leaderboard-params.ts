import { dayMs } from "#lib/time/duration.ts";
/** The leaderboard's search params. */
export type LeaderboardParams = {
  period: "all" | "month" | "week" | "range";
  /** First and last UTC day of a range. */
  from: string | null;
  to: string | null;
  channel: string | null;
  q: string;
  /** Starts at 1. */
  page: number;
};

type LeaderboardSearchParams = Record<string, string | string[] | undefined>;

export const leaderboardPageSize = 50;
/** The last page within the service's highest offset. */
const pageMax = 1_000_000 / leaderboardPageSize;
const rangeDays = 30;

const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const isChannel = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Parses the search params; an invalid value falls back to the all-time leaderboard. A range without days is the last
 * thirty days.
 */
export function parseLeaderboardParams(search: LeaderboardSearchParams, now: Date): LeaderboardParams {
  const text = (name: string) => {
    const value = search[name];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };
  const asked = text("period");
  const period = asked === "month" || asked === "week" || asked === "range" ? asked : "all";
  const page = Number(text("page"));
  const today = now.toISOString().slice(0, 10);
  const [from, to] = [text("from"), text("to")];
  const isRange = isDay(from) && isDay(to) && from <= to;
  const days = isRange
    ? { from, to }
    : { from: new Date(now.getTime() - (rangeDays - 1) * dayMs).toISOString().slice(0, 10), to: today };
  return {
    period,
    ...(period === "range" ? days : { from: null, to: null }),
    channel: isChannel(text("channel")) ? text("channel") : null,
    q: text("q").trim().slice(0, 100),
    page: Number.isSafeInteger(page) && page >= 1 && page <= pageMax ? page : 1,
  };
}

/** Returns the address of a leaderboard view; default values are left out. */
export function getLeaderboardPath(view: LeaderboardParams, path = "/leaderboard"): string {
  const search = new URLSearchParams();
  if (view.period !== "all") search.set("period", view.period);
  if (view.from && view.to) {
    search.set("from", view.from);
    search.set("to", view.to);
  }
  if (view.channel) search.set("channel", view.channel);
  if (view.q) search.set("q", view.q);
  if (view.page > 1) search.set("page", String(view.page));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Formats a period for a sentence: "this week". */
export function formatPeriod({ period, channel }: LeaderboardParams): string {
  const when = { all: "", month: "this month", week: "this week", range: "in this range" }[period];
  return [when, channel ? "on this channel" : ""].filter(Boolean).join(" ") || "yet";
}
