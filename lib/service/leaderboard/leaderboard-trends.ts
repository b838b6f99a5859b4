import type { LeaderboardClient } from "./leaderboard-ranks.ts";
import { allChannelsId, subtractUtcDays, toUtcDay } from "./leaderboard-selection.ts";

/** Weeks of a member's trend, and days of one. */
const trendWeeks = 8;
const weekDays = 7;

// Member by member: all of them at once are sorted, which costs twice as much as reading them.
const trendSql = `
  select asked.id as "memberId", each.ago, each.points from unnest($1::uuid[]) as asked (id) cross join lateral (
    select ($2::date - day) / ${weekDays} as ago, sum(points)::int as points from member_days
    where member_id = asked.id and day > $2::date - ${trendWeeks * weekDays} and day <= $2
      and ($3::uuid = '${allChannelsId}' or channel_id = $3)
    group by 1) as each`;

/** Points of each of the last eight weeks of seven days, oldest first; the last one ends today. */
export async function getPointTrends(
  db: LeaderboardClient,
  memberIds: readonly string[],
  channelId: string,
  now: Date,
): Promise<Map<string, number[]>> {
  const { rows } = await db.query<{ memberId: string; ago: number; points: number }>({
    name: "board-trends",
    text: trendSql,
    values: [memberIds, toUtcDay(now), channelId],
  });
  const trends = new Map(memberIds.map((id) => [id, Array.from({ length: trendWeeks }, () => 0)]));
  for (const { memberId, ago, points } of rows) {
    const trend = trends.get(memberId);
    if (trend) trend[trendWeeks - 1 - ago] = points;
  }
  return trends;
}

/** SQL that returns a row if the ranks of a past day are stored. @param day SQL for the day */
export const isPastKnownSql = (orgId: string, day: string): string =>
  `select 1 from past_ranks where org_id = ${orgId} and day = ${day} limit 1`;

/** The least row stands for whoever had fewer points than any, and says that the day is known though nobody was there. */
const savePastRanksSql = `
  with gained as (select member_id, sum(points) as points from member_days where org_id = $1 and day > $2 group by 1),
  had as (
    select (b.points - coalesce(g.points, 0))::int as points from board_points b
    join members m on m.id = b.member_id left join gained g on g.member_id = b.member_id
    where b.org_id = $1 and b.period = 'all' and b.start = '-infinity' and b.channel_id = '${allChannelsId}' and b.active
      and m.created_at < ($2::date + 1)::timestamp at time zone 'UTC'),
  each as (select points, count(*) as members from had group by points)
  insert into past_ranks (org_id, day, points, above)
  select $1, $2::date, points, coalesce(sum(members) over (order by points desc rows between unbounded preceding and 1 preceding), 0)
  from each
  union all select $1, $2::date, -2147483648, count(*) from had
  on conflict do nothing`;

/**
 * SQL that returns the rank at the end of a past day; no row for who was no member then, or has no points.
 * @param member the name of `members` in the statement
 * @param points SQL for the member's points of all time
 * @param day SQL for the day
 */
export const pastRankSql = (member: string, points: string, day: string): string => `
  select past.above + 1 as rank from past_ranks past
  where past.org_id = ${member}.org_id and past.day = ${day}
    and ${member}.created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
    and past.points <= ${points} - coalesce(
      (select sum(d.points) from member_days d where d.member_id = ${member}.id and d.day > ${day}), 0)::int
  order by past.points desc limit 1`;

const pastRanksSql = `
  select m.id as "memberId", past.rank
  from unnest($3::uuid[], $4::int[]) as asked (member_id, points)
  join members m on m.id = asked.member_id and m.org_id = $1
  cross join lateral (${pastRankSql("m", "asked.points", "$2")}) as past`;

/** The day at whose end the ranks stood that movements compare with. */
export const toDayOfPastRanks = (now: Date): string => subtractUtcDays(now, weekDays);

/**
 * Reckons today what tomorrow's movements compare with, for organizations that look at theirs: the end of a day is known
 * once it is over, so the first who asks tomorrow need not wait. Removes what is compared with no more. Safe beside other processes.
 */
export async function precomputePastRanks(db: LeaderboardClient, now: Date): Promise<void> {
  const [today, tomorrow] = [subtractUtcDays(now, weekDays), subtractUtcDays(now, weekDays - 1)];
  const { rows } = await db.query<{ orgId: string }>({
    name: "past-asked",
    text: `select o.id as "orgId" from organizations o
           where exists (select 1 from past_ranks where org_id = o.id and day = $1)
             and not exists (select 1 from past_ranks where org_id = o.id and day = $2)`,
    values: [today, tomorrow],
  });
  for (const { orgId } of rows) await db.query(savePastRanksSql, [orgId, tomorrow]);
  await db.query("delete from past_ranks where day < $1", [today]);
}

type CurrentRank = { memberId: string; points: number; rank: number };

/**
 * Ranks gained on the all-time board since the end of the day a week ago; null for who was no member then. What stood
 * where on that day is reckoned once a day, ahead or by the first who asks, among those who are members still.
 */
export async function getRankMovements(
  db: LeaderboardClient,
  orgId: string,
  members: readonly CurrentRank[],
  now: Date,
): Promise<Map<string, number | null>> {
  const day = toDayOfPastRanks(now);
  const known = await db.query({ name: "past-known", text: isPastKnownSql("$1", "$2"), values: [orgId, day] });
  if (known.rows.length === 0) await db.query(savePastRanksSql, [orgId, day]);
  const { rows } = await db.query<{ memberId: string; rank: number }>({
    name: "past-ranks",
    text: pastRanksSql,
    values: [orgId, day, members.map((member) => member.memberId), members.map((member) => member.points)],
  });
  const before = new Map(rows.map((row) => [row.memberId, row.rank]));
  return new Map(
    members.map(({ memberId, rank }) => {
      const then = before.get(memberId);
      return [memberId, then === undefined ? null : then - rank];
    }),
  );
}
