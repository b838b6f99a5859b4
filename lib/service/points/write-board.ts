import { allChannelsId, type MaterializedLeaderboard } from "#lib/service/leaderboard/leaderboard-selection.ts";
import { joinAllTimePointsSql } from "#lib/service/leaderboard/leaderboard-page.ts";
import type { LeaderboardClient } from "#lib/service/leaderboard/leaderboard-ranks.ts";
import type { Levels } from "#lib/service/leaderboard/levels.ts";

const leaderboardRowsSql = (isWhole: boolean) => `
  select page.member_id, page.name, page.points, ${isWhole ? "page.points" : "coalesce(whole.points, 0)"} as total,
    rank() over (order by page.points desc) as rank
  from (select member_id, name, points from board_points
    where org_id = $1 and period = $2 and start = $3 and channel_id = $4 and active and points >= $5) as page
  ${isWhole ? "" : joinAllTimePointsSql}
  order by page.points desc, page.name, page.member_id`;

/** As `presentPlace` has it. `$6` holds the points at which level 2, 3, … start. */
const leaderboardJsonSql = (isWhole: boolean) => `
  select '{"data":[' || coalesce(string_agg('{"membership_id":"' || member_id || '","name":' || to_json(name) || ',"level":' || level
    || ',"points":' || points || ',"rank":' || rank || ',"level_at":' || coalesce(starts[level - 1], 0)
    || coalesce(',"next_level_at":' || starts[level], '')
    || case when total <> points then ',"all_time_points":' || total else '' end || '}', ','), '') || ']}' as text
  from (select *, 1 + width_bucket(total, starts) as level from (${leaderboardRowsSql(isWhole)}) as found, (select $6::int[] as starts) as levels) as each`;

/**
 * All of a board as the text of its answer, made by the database: of a hundred thousand members the objects alone would
 * cost more than reading them.
 */
export async function renderLeaderboardJson(db: LeaderboardClient, board: MaterializedLeaderboard, levels: Levels): Promise<string> {
  const isWhole = board.period === "all" && board.channelId === allChannelsId;
  const values = [
    board.orgId,
    board.period,
    board.start,
    board.channelId,
    board.least,
    await listLevelStarts(db, board, levels),
  ];
  const name = `board-text-${isWhole ? "whole" : "part"}`;
  const { rows } = await db.query<{ text: string }>({ name, text: leaderboardJsonSql(isWhole), values });
  return rows[0]?.text ?? '{"data":[]}';
}

const highestPointsSql = `
  select coalesce(max(points), 0) as most from board_points
  where org_id = $1 and period = 'all' and start = '-infinity' and channel_id = '${allChannelsId}' and active`;

/** Where levels start, up to one that nobody has reached: some rules never end. */
async function listLevelStarts(db: LeaderboardClient, { orgId }: MaterializedLeaderboard, levels: Levels): Promise<number[]> {
  const { rows } = await db.query<{ most: number }>({ name: "board-most", text: highestPointsSql, values: [orgId] });
  const most = rows[0]?.most ?? 0;
  const starts: number[] = [];
  for (let start = levels.startOf(2); start !== null; start = levels.startOf(starts.length + 2)) {
    starts.push(start);
    if (start > most) break;
  }
  return starts;
}
