import type pg from "pg";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { MemberRank, MemberRankQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { parseOrganizationSettings } from "#lib/service/settings/organization-settings.ts";
import { ensureMaterializedLeaderboard } from "./ensure-materialized-leaderboard.ts";
import { joinAllTimePointsSql, type RankedMember, type UnrankedMember } from "./leaderboard-page.ts";
import { countedBucketsSql, countedRankSql, type LeaderboardClient, leaderboardTotalSql } from "./leaderboard-ranks.ts";
import { allChannelsId, type MaterializedLeaderboard, selectLeaderboard } from "./leaderboard-selection.ts";
import { getRankMovements, isPastKnownSql, pastRankSql, toDayOfPastRanks } from "./leaderboard-trends.ts";
import { createLevels } from "./levels.ts";
import { toBucketEndSql } from "./points-histogram.ts";
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

/**
 * Walks a few steps from one's own place along the index, in both directions. Only the own rank is looked up by its bucket:
 * the ranks around it follow from the members between. Without an own place, which is null then, only the total is of use.
 */
const neighborsSql = `
  with near as materialized (
    select page.member_id, page.name, page.points, page.side, coalesce(whole.points, 0) as all_time from (
      ${neighborBranchSql("above", "b.points > $6", up)} union all
      ${neighborBranchSql("above", "b.points = $6 and (b.name, b.member_id) < ($7, $8::uuid)", up)} union all
      ${neighborBranchSql("below", "b.points = $6 and (b.name, b.member_id) > ($7, $8::uuid)", down)} union all
      ${neighborBranchSql("below", "b.points < $6", down)}
    ) as page ${joinAllTimePointsSql}),
  ${countedBucketsSql},
  own as materialized (select ${countedRankSql} as rank
    from (select $6::int as points, board_bucket($6::int) as bucket, ${toBucketEndSql("$6::int")} as bucket_end) as asked)
  select ${leaderboardTotalSql("$5 <= 0")} as total, (select rank from own) as rank,
    array(select json_build_array(asked.points, (select rank from own) + sign($6 - asked.points)::int * (
        select count(*)::int from board_points b
        where ${at} and b.points > least(asked.points, $6) and b.points <= greatest(asked.points, $6)))
      from (select distinct points from near) as asked) as ranks,
    array(select json_build_object('memberId', member_id, 'name', name, 'points', points, 'side', side, 'allTime', all_time)
      from near order by points desc, name, member_id) as near,
    array(select b.name from board_points b where ${at} and b.points = (select min(points) from near where points > $6)
      order by b.name, b.member_id limit ${named}) as names`;

type NeighborRow = UnrankedMember & { side: "above" | "below" };
type NeighborsRow = {
  total: number;
  rank: number;
  ranks: [points: number, rank: number][];
  near: NeighborRow[];
  names: string[];
};

/** @param own the member's row on this board; null for who does not stand on it */
async function getLeaderboardNeighbors(
  db: LeaderboardClient,
  { orgId, period, start, channelId, least }: MaterializedLeaderboard,
  own: UnrankedMember | null,
): Promise<LeaderboardNeighbors> {
  const place = own ? [own.points, own.name, own.memberId] : [null, null, null];
  const values = [orgId, period, start, channelId, least, ...place];
  const { rows } = await db.query<NeighborsRow>({ name: "board-near", text: neighborsSql, values });
  const { total, rank: ownRank, ranks, near, names } = rows[0] ?? { total: 0, rank: 1, ranks: [], near: [], names: [] };
  if (!own) return { own: null, ranks: [], total, next: null, below: null, isTied: false };
  const of = new Map([...ranks, [own.points, ownRank]]);
  const ranked = ({ memberId, name, points, allTime }: UnrankedMember): RankedMember => {
    return { memberId, name, points, allTime, rank: of.get(points) ?? 1 };
  };
  const mine = ranked(own);
  const above = near.filter((row) => row.side === "above").slice(-nearby);
  const below = near.filter((row) => row.side === "below").slice(0, nearby);
  const nextPoints = near.findLast((row) => row.points > own.points)?.points;
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

/** The newest claims that are looked through for posts that are still there, and the most posts of an answer. */
const creditedClaims = 100;
const creditedMax = 2;
const creditedSql = `
  select coalesce(json_agg(credited), '[]') from (
    select p.id, (select left(part ->> 'text', ${serverOnlyLimits.excerptCharacters})
        from jsonb_array_elements(p.parts) with ordinality as each (part, number)
        where part ->> 'text' ~ '\\S' order by number limit 1) as text,
      coalesce(c.awarded, c.points) as points, p.published_at
    from (select post_id, points, awarded from claims where member_id = m.id and state = 'approved'
        order by published_at desc, post_id desc limit ${creditedClaims}) as c
      join posts p on p.id = c.post_id and p.status = 'published' and p.deleted_at is null
    order by p.published_at desc, p.id desc limit ${creditedMax}) as credited`;

/** Everything of the member alone. $5 is the day of the past rank; null on a board without movement. */
const ownSql = `
  select m.name, coalesce(t.points, 0) as "allTime", b.points, o.settings,
    pending.claims as "pendingClaims", pending.points as "pendingPoints", (${creditedSql}) as credited,
    exists (${isPastKnownSql("m.org_id", "$5")}) as "isPastKnown", (${pastRankSql("m", "b.points", "$5")}) as "pastRank"
  from members m join organizations o on o.id = m.org_id left join member_totals t on t.member_id = m.id
  left join board_points b on b.member_id = m.id and b.period = $2 and b.start = $3 and b.channel_id = $4 and b.active
  cross join lateral (select count(*)::int as claims, coalesce(sum(points), 0)::int as points from claims
    where member_id = m.id and state = 'pending') as pending
  where m.id = $1`;

type OwnRow = {
  name: string;
  allTime: number;
  points: number | null;
  settings: unknown;
  pendingClaims: number;
  pendingPoints: number;
  credited: { id: string; text: string | null; points: number; published_at: string }[];
  isPastKnown: boolean;
  pastRank: number | null;
};
/** Stands for a member whose row is gone. */
const nobody: OwnRow = {
  name: "",
  allTime: 0,
  points: null,
  settings: {},
  pendingClaims: 0,
  pendingPoints: 0,
  credited: [],
  isPastKnown: true,
  pastRank: null,
};

/** Where the actor stands on a board, what separates them from the next rank, and what of theirs waits for review. */
export async function getMemberRank(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: MemberRankQuery,
): Promise<MemberRank> {
  const now = clock.now();
  const leaderboard = await ensureMaterializedLeaderboard(pool, selectLeaderboard(actor.orgId, query, now));
  const { period, start, channelId } = leaderboard;
  const isAllTime = period === "all" && channelId === allChannelsId;
  const { rows } = await pool.query<OwnRow>({
    name: "board-own",
    text: ownSql,
    values: [actor.memberId, period, start, channelId, isAllTime ? toDayOfPastRanks(now) : null],
  });
  const self = rows[0] ?? nobody;
  const around = await getLeaderboardNeighbors(
    pool,
    leaderboard,
    toLeaderboardRecord(leaderboard, actor.memberId, self),
  );
  const levels = createLevels(parseOrganizationSettings(self.settings).level_starts);
  const level = levels.levelOf(self.allTime);
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
    pending: { claims: self.pendingClaims, points: self.pendingPoints },
    credited: self.credited.map(({ text, published_at: at, ...post }) => ({
      ...post,
      text: (text ?? "").toWellFormed(),
      published_at: new Date(at).toISOString(),
    })),
    ...(isAllTime && around.own && { movement: await getMovement(pool, actor.orgId, around.own, self, now) }),
    around: around.ranks.map((member) => presentLeaderboardEntry(member, levels)),
  };
}

/** The ranks of a past day are computed for the first who asks; everybody else has theirs already. */
async function getMovement(
  pool: pg.Pool,
  orgId: string,
  own: RankedMember,
  { isPastKnown, pastRank }: OwnRow,
  now: Date,
): Promise<number | null> {
  if (isPastKnown) return pastRank === null ? null : pastRank - own.rank;
  return (await getRankMovements(pool, orgId, [own], now)).get(own.memberId) ?? null;
}

/** The member's row on the board; null for who does not stand on it. */
function toLeaderboardRecord(
  leaderboard: MaterializedLeaderboard,
  memberId: string,
  { name, allTime, points }: OwnRow,
): UnrankedMember | null {
  return points === null || points < leaderboard.least ? null : { memberId, name, points, allTime };
}
