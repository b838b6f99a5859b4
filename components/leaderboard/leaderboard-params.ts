import {
  createParamReader,
  getPathWithQuery,
  type SearchParamsRecord,
  serializeParams,
} from "#lib/queries/search-params.ts";
import { dayMs } from "#lib/time/time-units.ts";

const periods = ["all", "month", "week", "range"] as const;

/** The leaderboard's search params. */
export type LeaderboardParams = {
  period: (typeof periods)[number];
  /** First and last UTC day of a range. */
  from: string | null;
  to: string | null;
  channel: string | null;
  q: string;
  /** Starts at 1. */
  page: number;
};

export const leaderboardPageSize = 50;
/** The last page within the service's highest offset. */
const pageMax = 1_000_000 / leaderboardPageSize;
const rangeDays = 30;

const isChannel = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Parses the search params; an invalid value falls back to the all-time leaderboard. A range without days is the last
 * thirty days.
 */
export function parseLeaderboardParams(search: SearchParamsRecord, now: Date): LeaderboardParams {
  const params = createParamReader(search);
  const period = params.choice("period", periods) ?? "all";
  const [from, to] = [params.day("from", "2000-01-01", "2099-12-31"), params.day("to", "2000-01-01", "2099-12-31")];
  const lastDays = {
    from: new Date(now.getTime() - (rangeDays - 1) * dayMs).toISOString().slice(0, 10),
    to: now.toISOString().slice(0, 10),
  };
  const range = from && to && from <= to ? { from, to } : lastDays;
  const channel = params.id("channel");
  return {
    period,
    ...(period === "range" ? range : { from: null, to: null }),
    channel: channel && isChannel(channel) ? channel : null,
    q: params.text("q", 100),
    page: params.integer("page", 1, pageMax) ?? 1,
  };
}

/** Returns the address of a leaderboard view; default values are left out. */
export function getLeaderboardPath(view: LeaderboardParams, path = "/leaderboard"): string {
  const { period, channel, q, page } = view;
  const { from, to } = view.from && view.to ? view : { from: null, to: null };
  const defaults = { period: "all" as const, channel: "", q: "", page: 1 };
  return getPathWithQuery(path, serializeParams({ period, from, to, channel, q, page }, defaults));
}

/** Formats a period for a sentence: "this week". */
export function formatPeriod({ period, channel }: LeaderboardParams): string {
  const when = { all: "", month: "this month", week: "this week", range: "in this range" }[period];
  return [when, channel ? "on this channel" : ""].filter(Boolean).join(" ") || "yet";
}
