import type { MemberRank, MemberRankQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { ensureMaterializedLeaderboard } from "./ensure-materialized-leaderboard.ts";
import { joinAllTimePointsSql, type RankedMember, type UnrankedMember } from "./leaderboard-page.ts";
import { getRanksOfPoints, type LeaderboardClient } from "./leaderboard-ranks.ts";
import { allChannelsId, type MaterializedLeaderboard, selectLeaderboard } from "./leaderboard-selection.ts";
import { getRankMovements } from "./leaderboard-trends.ts";
import { createLevels } from "./levels.ts";
import { presentLeaderboardEntry } from "./present-leaderboard-entry.ts";

/** Members shown above and below one's own place, and names given of the next rank. */
const nearby = 2;
const named = 3;

/** A member's place, who stands around it, and who stands on the next rank up. */
type LeaderboardNeighbors = {
  own: RankedMember | null;
  /** In the order of the board, one's own among them. */
  ranks: RankedMember[];
  total: number;
  next: { rank: number; points: number; members: number; names: string[] } | null;
  below: { points: number; name: string } | null;
  isTied: boolean;
};

const at = "b.org_id = $1 and b.period = $2 and b.start = $3 and b.channel_id = $4 and b.active and b.points >= $5";
const neighborBranchSql = (side: "above" | "below", where: string, order: string) =>
  `(select '${side}' as side, b.member_id, b.name, b.points from board_points b where ${at} and ${where} order by ${order} limit ${nearby})`;
const up = "b.points, b.name desc, b.member_id desc";
const down = "b.points desc, b.name, b.member_id";

/** Walks a few steps from one's own place along the index, in both directions. */
const neighborsSql = `
  select page.member_id as "memberId", page.name, page.points, page.side, coalesce(whole.points, 0) as "allTime" from (
    ${neighborBranchSql("above", "b.points > $6", up)} union all
    ${neighborBranchSql("above", "b.points = $6 and (b.name, b.member_id) < ($7, $8::uuid)", up)} union all
    ${neighborBranchSql("below", "b.points = $6 and (b.name, b.member_id) > ($7, $8::uuid)", down)} union all
    ${neighborBranchSql("below", "b.points < $6", down)}
  ) as page ${joinAllTimePointsSql}
  order by page.points desc, page.name, page.member_id`;

const namesSql = `select b.name from board_points b where ${at} and b.points = $6 order by b.name, b.member_id limit ${named}`;

type NeighborRow = UnrankedMember & { side: "above" | "below" };

async function listNeighborRows(
  db: LeaderboardClient,
  keys: readonly unknown[],
  own: UnrankedMember,
): Promise<NeighborRow[]> {
  const values = [...keys, own.points, own.name, own.memberId];
  return (await db.query<NeighborRow>({ name: "board-near", text: neighborsSql, values })).rows;
}

/** @param own the member's row on this board; null for who does not stand on it */
async function getLeaderboardNeighbors(
  db: LeaderboardClient,
  leaderboard: MaterializedLeaderboard,
  own: UnrankedMember | null,
): Promise<LeaderboardNeighbors> {
  const keys = [leaderboard.orgId, leaderboard.period, leaderboard.start, leaderboard.channelId, leaderboard.least];
  const near = own ? await listNeighborRows(db, keys, own) : [];
  const nextPoints = own ? near.findLast((row) => row.points > own.points)?.points : undefined;
  const [{ of, total }, names] = await Promise.all([
    getRanksOfPoints(db, leaderboard, own ? [own.points, ...near.map((row) => row.points)] : []),
    nextPoints === undefined
      ? []
      : db
          .query<{ name: string }>({ name: "board-names", text: namesSql, values: [...keys, nextPoints] })
          .then((found) => found.rows.map((row) => row.name)),
  ]);
  if (!own) return { own: null, ranks: [], total, next: null, below: null, isTied: false };
  const ranked = ({ memberId, name, points, allTime }: UnrankedMember): RankedMember => {
    return { memberId, name, points, allTime, rank: of.get(points) ?? 1 };
  };
  const mine = ranked(own);
  const above = near.filter((row) => row.side === "above").slice(-nearby);
  const below = near.filter((row) => row.side === "below").slice(0, nearby);
  const rank = nextPoints === undefined ? null : (of.get(nextPoints) ?? null);
  const less = near.find((row) => row.points < own.points);
  return {
    own: mine,
    ranks: [...above.map(ranked), mine, ...below.map(ranked)],
    total,
    next:
      nextPoints === undefined || rank === null
        ? null
        : { rank, points: nextPoints - own.points, members: mine.rank - rank, names },
    below: less ? { points: own.points - less.points, name: less.name } : null,
    isTied: near.some((row) => row.points === own.points),
  };
}

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
  const leaderboard = await ensureMaterializedLeaderboard(pool, selectLeaderboard(actor.orgId, query, now));
  const [self, settings, pending] = await Promise.all([
    getOwnPoints(pool, leaderboard, actor.memberId),
    getOrganizationSettings(pool, actor.orgId),
    pool.query<PendingPoints>({ name: "own-pending", text: pendingSql, values: [actor.memberId] }),
  ]);
  const around = await getLeaderboardNeighbors(
    pool,
    leaderboard,
    toLeaderboardRecord(leaderboard, actor.memberId, self),
  );
  const levels = createLevels(settings.level_starts);
  const level = levels.levelOf(self.allTime);
  const isAllTime = leaderboard.period === "all" && leaderboard.channelId === allChannelsId;
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
    around: around.ranks.map((member) => presentLeaderboardEntry(member, levels)),
  };
}

async function getOwnPoints(
  db: LeaderboardClient,
  leaderboard: MaterializedLeaderboard,
  memberId: string,
): Promise<OwnPoints> {
  const values = [memberId, leaderboard.period, leaderboard.start, leaderboard.channelId];
  const { rows } = await db.query<OwnPoints>({ name: "board-own", text: ownSql, values });
  return rows[0] ?? { name: "", allTime: 0, points: null };
}

/** The member's row on the board; null for who does not stand on it. */
function toLeaderboardRecord(
  leaderboard: MaterializedLeaderboard,
  memberId: string,
  { name, allTime, points }: OwnPoints,
): UnrankedMember | null {
  return points === null || points < leaderboard.least ? null : { memberId, name, points, allTime };
}
