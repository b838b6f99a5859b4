import type { SimulatedLeaderboard } from "#lib/contract/types.ts";
import { getRanksOfPoints, type LeaderboardClient } from "./leaderboard-ranks.ts";
import { allChannelsId, type MaterializedLeaderboard } from "./leaderboard-selection.ts";

/** Members shown above and below the new place of each who gains. */
const nearby = 2;

type SimulatedMember = { id: string; name: string; points: number };

/** Places as they are now of those who gain. */
const gainersSql = `
  select member_id as id, name, points from board_points
  where org_id = $1 and period = $2 and start = $3 and channel_id = $4 and active and member_id = any($5::uuid[])`;

const neighborBranchSql = (where: string, order: string) =>
  `(select b.member_id as id, b.name, b.points from board_points b
    where b.org_id = $1 and b.period = $2 and b.start = $3 and b.channel_id = $4 and b.active
      and b.member_id <> all($5::uuid[]) and ${where} order by ${order} limit ${nearby})`;
const up = "b.points, b.name desc, b.member_id desc";
const down = "b.points desc, b.name, b.member_id";

/** The nearest of those who gain nothing, along the index in both directions from each new place. */
const neighborsSql = `
  select distinct near.id, near.name, near.points
  from unnest($5::uuid[], $6::text[], $7::int[]) as place (id, name, points) cross join lateral (
    (select * from (
      ${neighborBranchSql("b.points > place.points", up)} union all
      ${neighborBranchSql("b.points = place.points and (b.name, b.member_id) < (place.name, place.id)", up)}
    ) as above order by points, name desc, id desc limit ${nearby})
    union all
    (select * from (
      ${neighborBranchSql("b.points = place.points and (b.name, b.member_id) > (place.name, place.id)", down)} union all
      ${neighborBranchSql("b.points < place.points", down)}
    ) as below order by points desc, name, id limit ${nearby})
  ) as near`;

/**
 * The rows of the all-time board with gains added, of those who gain and of who stands next to their new places: best
 * first and equal ones by name, each with the rank that it has among everyone. Reads by how many gain, not by how many
 * members there are. `db` has to read one snapshot.
 */
export async function getSimulatedLeaderboardRows(
  db: LeaderboardClient,
  orgId: string,
  gained: ReadonlyMap<string, number>,
): Promise<SimulatedLeaderboard["rows"]> {
  const leaderboard: MaterializedLeaderboard = {
    orgId,
    period: "all",
    start: "-infinity",
    channelId: allChannelsId,
    least: -(2 ** 31),
  };
  const keys = [leaderboard.orgId, leaderboard.period, leaderboard.start, leaderboard.channelId];
  const gainers = (await db.query<SimulatedMember>(gainersSql, [...keys, [...gained.keys()]])).rows;
  if (gainers.length === 0) return [];
  const gainOf = ({ id }: SimulatedMember) => gained.get(id) ?? 0;
  const columns = [
    gainers.map(({ id }) => id),
    gainers.map(({ name }) => name),
    gainers.map((one) => one.points + gainOf(one)),
  ];
  const near = (await db.query<SimulatedMember>(neighborsSql, [...keys, ...columns])).rows;
  const rows = [...gainers, ...near];
  const { of } = await getRanksOfPoints(
    db,
    leaderboard,
    rows.flatMap((row) => [row.points, row.points + gainOf(row)]),
  );
  const changes = gainers.map((one) => ({ before: one.points, after: one.points + gainOf(one) }));
  return addGains(rows, gained, changes, (points) => of.get(points) ?? 1);
}

type PointsChange = { before: number; after: number };

/**
 * @param moves of everyone who gains
 * @param rankNow the rank of so many points before anybody gains
 */
function addGains(
  rows: readonly SimulatedMember[],
  gained: ReadonlyMap<string, number>,
  moves: readonly PointsChange[],
  rankNow: (points: number) => number,
): SimulatedLeaderboard["rows"] {
  const passed = new Map<number, number>();
  /** How many come to stand above so many points, and did not before. */
  const passing = (points: number) => {
    const known = passed.get(points);
    if (known !== undefined) return known;
    const count = moves.filter(({ before, after }) => before <= points && after > points).length;
    passed.set(points, count);
    return count;
  };
  return rows
    .map(({ id, name, points: before }) => {
      const gain = gained.get(id) ?? 0;
      const points = before + gain;
      return {
        member: { id, name },
        points,
        gained: gain,
        rank: rankNow(points) + passing(points),
        rank_before: rankNow(before),
      };
    })
    .sort((one, other) => other.points - one.points || compare(one.member, other.member));
}

function compare(one: { id: string; name: string }, other: { id: string; name: string }): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
