import { limits } from "#lib/contract/limits.ts";
import type { LeaderboardEntry, LeaderboardQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { ensureMaterializedLeaderboard } from "./ensure-materialized-leaderboard.ts";
import { getLeaderboardPage, joinAllTimePointsSql } from "./leaderboard-page.ts";
import type { LeaderboardClient } from "./leaderboard-ranks.ts";
import { allChannelsId, type MaterializedLeaderboard, selectLeaderboard } from "./leaderboard-selection.ts";
import { getPointTrends, getRankMovements } from "./leaderboard-trends.ts";
import { createLevels, type Levels } from "./levels.ts";
import { presentLeaderboardEntry } from "./present-leaderboard-entry.ts";

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
async function renderLeaderboardJson(
  db: LeaderboardClient,
  leaderboard: MaterializedLeaderboard,
  levels: Levels,
): Promise<string> {
  const isWhole = leaderboard.period === "all" && leaderboard.channelId === allChannelsId;
  const values = [
    leaderboard.orgId,
    leaderboard.period,
    leaderboard.start,
    leaderboard.channelId,
    leaderboard.least,
    await listLevelStarts(db, leaderboard, levels),
  ];
  const name = `board-text-${isWhole ? "whole" : "part"}`;
  const { rows } = await db.query<{ text: string }>({ name, text: leaderboardJsonSql(isWhole), values });
  return rows[0]?.text ?? '{"data":[]}';
}

const highestPointsSql = `
  select coalesce(max(points), 0) as most from board_points
  where org_id = $1 and period = 'all' and start = '-infinity' and channel_id = '${allChannelsId}' and active`;

/** Where levels start, up to one that nobody has reached: some rules never end. */
async function listLevelStarts(
  db: LeaderboardClient,
  { orgId }: MaterializedLeaderboard,
  levels: Levels,
): Promise<number[]> {
  const { rows } = await db.query<{ most: number }>({ name: "board-most", text: highestPointsSql, values: [orgId] });
  const most = rows[0]?.most ?? 0;
  const starts: number[] = [];
  for (let start = levels.startOf(2); start !== null; start = levels.startOf(starts.length + 2)) {
    starts.push(start);
    if (start > most) break;
  }
  return starts;
}

/**
 * A page of the members of the actor's organization by approved points; equal ones by name. Removed members are left out.
 * Trend, movement, and what tells equal names apart come with pages of up to 100.
 */
export async function listLeaderboard(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: LeaderboardQuery,
): Promise<{ data: LeaderboardEntry[] } | { text: string }> {
  const now = clock.now();
  const [leaderboard, settings] = await Promise.all([
    ensureMaterializedLeaderboard(pool, selectLeaderboard(actor.orgId, query, now)),
    getOrganizationSettings(pool, actor.orgId),
  ]);
  const levels = createLevels(settings.level_starts);
  const { q, limit, offset = 0 } = query;
  if (limit === undefined && !q && offset === 0)
    return { text: await renderLeaderboardJson(pool, leaderboard, levels) };
  const members = await getLeaderboardPage(pool, leaderboard, query);
  const entries = members.map((member) => presentLeaderboardEntry(member, levels));
  if (limit === undefined || limit > limits.pageSizeMax || members.length === 0) return { data: entries };
  const ids = members.map((member) => member.memberId);
  const [trends, joined, movements] = await Promise.all([
    getPointTrends(pool, ids, leaderboard.channelId, now),
    readSharedNames(pool, ids),
    leaderboard.period === "all" && leaderboard.channelId === allChannelsId
      ? getRankMovements(pool, actor.orgId, members, now)
      : null,
  ]);
  for (const entry of entries) {
    entry.trend = trends.get(entry.membership_id) ?? [];
    const joinedAt = joined.get(entry.membership_id);
    if (joinedAt) entry.joined_at = joinedAt.toISOString();
    if (movements) entry.movement = movements.get(entry.membership_id) ?? null;
  }
  return { data: entries };
}

/** When those joined whose name another active member of their organization has too. */
async function readSharedNames(pool: Context["pool"], ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ id: string; created_at: Date }>({
    name: "board-shared-names",
    text: `select m.id, m.created_at from members m where m.id = any($1) and exists (
             select 1 from members o
             where o.org_id = m.org_id and o.name = m.name and o.id <> m.id and o.removed_at is null)`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row.created_at]));
}
