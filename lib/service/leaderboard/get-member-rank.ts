import type { MemberRank, MemberRankQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { getLeaderboardNeighbors } from "./leaderboard-neighbors.ts";
import type { LeaderboardRecord } from "./leaderboard-page.ts";
import type { LeaderboardClient } from "./leaderboard-ranks.ts";
import { allChannelsId, type MaterializedLeaderboard, selectLeaderboard } from "./leaderboard-selection.ts";
import { getRankMovements } from "./leaderboard-trends.ts";
import { createLevels } from "./levels.ts";
import { presentLeaderboardEntry } from "./present-leaderboard-entry.ts";
import { materializeLeaderboard } from "./range-leaderboard.ts";

const ownSql = `
  select m.name, coalesce(t.points, 0) as "allTime", b.points
  from members m left join member_totals t on t.member_id = m.id
  left join board_points b on b.member_id = m.id and b.period = $2 and b.start = $3 and b.channel_id = $4 and b.active
  where m.id = $1`;
const pendingSql = `
  select count(*)::int as claims, coalesce(sum(points), 0)::int as points from claims
  where member_id = $1 and state = 'pending'`;

type OwnPoints = { name: string; allTime: number; points: number | null };
type PendingPoints = { claims: number; points: number };

/** Where the actor stands on a board, what separates them from the next rank, and what of theirs waits for review. */
export async function getMemberRank(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: MemberRankQuery,
): Promise<MemberRank> {
  const now = clock.now();
  const board = await materializeLeaderboard(pool, selectLeaderboard(actor.orgId, query, now));
  const [self, settings, pending] = await Promise.all([
    getOwnPoints(pool, board, actor.memberId),
    getOrganizationSettings(pool, actor.orgId),
    pool.query<PendingPoints>({ name: "own-pending", text: pendingSql, values: [actor.memberId] }),
  ]);
  const around = await getLeaderboardNeighbors(pool, board, toLeaderboardRecord(board, actor.memberId, self));
  const levels = createLevels(settings.level_starts);
  const level = levels.levelOf(self.allTime);
  const isAllTime = board.period === "all" && board.channelId === allChannelsId;
  const movements = isAllTime && around.own ? await getRankMovements(pool, actor.orgId, [around.own], now) : null;
  return {
    membership_id: actor.memberId,
    name: self.name,
    rank: around.own?.rank ?? null,
    tied: around.isTied,
    points: around.own?.points ?? 0,
    members: around.total,
    level,
    level_at: levels.startOf(level) ?? 0,
    next_level_at: levels.startOf(level + 1),
    all_time_points: self.allTime,
    level_rule: levels.rule,
    next: around.next,
    ahead: around.below,
    pending: pending.rows[0] ?? { claims: 0, points: 0 },
    ...(movements && { movement: movements.get(actor.memberId) ?? null }),
    around: around.places.map((place) => presentLeaderboardEntry(place, levels)),
  };
}

async function getOwnPoints(
  db: LeaderboardClient,
  board: MaterializedLeaderboard,
  memberId: string,
): Promise<OwnPoints> {
  const values = [memberId, board.period, board.start, board.channelId];
  const { rows } = await db.query<OwnPoints>({ name: "board-own", text: ownSql, values });
  return rows[0] ?? { name: "", allTime: 0, points: null };
}

/** The member's row on the board; null for who does not stand on it. */
function toLeaderboardRecord(
  board: MaterializedLeaderboard,
  memberId: string,
  { name, allTime, points }: OwnPoints,
): LeaderboardRecord | null {
  return points === null || points < board.least ? null : { memberId, name, points, allTime };
}
