import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { fillRangeLeaderboard } from "./fill-range-leaderboard.ts";
import type { LeaderboardSelection, MaterializedLeaderboard, RangeLeaderboard } from "./leaderboard-selection.ts";
import {
  createTooManyRangesRefusal,
  toIntervalSql,
  toRangeParameters,
  whereSameRangeSql,
} from "./stored-range-leaderboards.ts";

/** How late a new asking is noted, so that reading writes little. */
const touchEveryMs = 10_000;
/** How long whoever asks waits for the sums, and how often they look. */
const fillMs = 60_000;
const pollMs = 100;

type RangeStatus = { id: string; isNoted: boolean; isWhole: boolean };

/**
 * The board of a range of days, in order and kept so by the database. The first who asks has it added up, which takes the
 * longer the more points those days hold; decisions go on meanwhile. From then on it costs no more than a month.
 * @throws Refusal `rate_limited` when too many ranges are asked for at the same time
 */
export async function ensureMaterializedLeaderboard(
  pool: pg.Pool,
  leaderboard: LeaderboardSelection,
): Promise<MaterializedLeaderboard> {
  if (leaderboard.period !== "range") return leaderboard;
  for (let attempt = 0; attempt * pollMs < fillMs; attempt += 1) {
    if (attempt > 0) await pause(pollMs);
    const id = (await findCompleteRange(pool, leaderboard)) ?? (await fillRangeLeaderboard(pool, leaderboard));
    if (id !== null)
      return {
        orgId: leaderboard.orgId,
        period: `range ${id}`,
        start: leaderboard.from,
        channelId: leaderboard.channelId,
        least: 1,
      };
  }
  throw createTooManyRangesRefusal("The leaderboard of this range is still being computed.");
}

/** @returns the id of the range if it is there and whole, noted as asked for. */
async function findCompleteRange(pool: pg.Pool, leaderboard: RangeLeaderboard): Promise<string | null> {
  const { rows } = await pool.query<RangeStatus>({
    name: "range-found",
    text: `select id, asked_at > now() - ${toIntervalSql(touchEveryMs)} as "isNoted", whole as "isWhole" from board_ranges where ${whereSameRangeSql}`,
    values: toRangeParameters(leaderboard),
  });
  const [found] = rows;
  if (!found?.isWhole) return null;
  if (found.isNoted) return found.id;
  const noted = await pool.query({
    name: "range-asked",
    text: "update board_ranges set asked_at = now() where id = $1 and dropped_at is null",
    values: [found.id],
  });
  return noted.rowCount ? found.id : null;
}
