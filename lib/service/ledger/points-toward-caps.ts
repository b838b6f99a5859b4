import type { Tx } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import type { PointCaps, PointEarner, PointsTowardCapsById } from "./point-caps.ts";
import { noChannelId } from "./write-ledger.ts";

/** Returns the Monday of the UTC week of an instant, and the day itself, as dates. */
export function getUtcDayAndMonday(now: Date): { day: string; monday: string } {
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { day: date(now.getTime()), monday: date(now.getTime() - sinceMonday * dayMs) };
}

/**
 * Returns the points earned by claims so far, for each of the organization's caps; manual awards don't count. Days are
 * the days of the decision. Read under the locks of `lockMemberTotals`, the result is valid until the transaction ends.
 */
export async function getPointsTowardCaps(
  client: Pick<Tx["client"], "query">,
  of: readonly PointEarner[],
  caps: PointCaps,
  now: Date,
): Promise<PointsTowardCapsById> {
  const submission = new Map<string, number>();
  const day = new Map<string, number>();
  const week = new Map<string, number>();
  if (caps.cap_submission !== null) {
    const { rows } = await client.query<{ id: string; points: number }>({
      name: "earned-by-submission",
      text: `select submission_id as id, coalesce(sum(awarded), 0)::int as points from claims
             where submission_id = any($1) and state = 'approved' group by submission_id`,
      values: [[...new Set(of.map((one) => one.submissionId))]],
    });
    for (const row of rows) submission.set(row.id, row.points);
  }
  if (caps.cap_day !== null || caps.cap_week !== null) {
    const days = getUtcDayAndMonday(now);
    const { rows } = await client.query<{ id: string; day: number; week: number }>({
      name: "earned-by-member",
      text: `select member_id as id, coalesce(sum(points) filter (where day = $2::date), 0)::int as day,
               coalesce(sum(points), 0)::int as week
             from member_days where member_id = any($1) and day between $3::date and $2::date
               and channel_id <> '${noChannelId}' group by member_id`,
      values: [[...new Set(of.map((one) => one.memberId))], days.day, days.monday],
    });
    for (const row of rows) {
      day.set(row.id, row.day);
      week.set(row.id, row.week);
    }
  }
  return { submission, day, week };
}
