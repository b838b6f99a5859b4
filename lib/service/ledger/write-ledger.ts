import { nilId } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PointCapName } from "./point-caps.ts";

/** The channel of `member_days` for points without a channel: manual awards. */
export const noChannelId = nilId;

export type LedgerLineKind =
  | "claim"
  | "change"
  | "approval"
  | "adjustment"
  | "rejection"
  | "appeal"
  | "reversal"
  | "award";

export type NewLedgerLine = {
  orgId: string;
  memberId: string;
  postId: string | null;
  channelId: string | null;
  kind: LedgerLineKind;
  /** The change of the member's total. */
  points: number;
  /** The points that were claimed, requested or given before caps. */
  amount: number | null;
  byMemberId: string | null;
  reason: string | null;
  decisionId: string | null;
  detail?: { capped_by?: PointCapName; self_reviewed?: true };
  at: Date;
};

/**
 * Writes lines of the ledger and adds their points to the totals, in the caller's transaction. Nothing else changes a
 * total, which keeps totals equal to a recount. The caller holds the members' rows by `lockMemberTotals`.
 * @returns the ids of the lines, in the same order.
 */
export async function writeLedger(tx: Tx, lines: readonly NewLedgerLine[]): Promise<string[]> {
  if (lines.length === 0) return [];
  const rows = lines.map((line, index) => ({
    place: index,
    org_id: line.orgId,
    member_id: line.memberId,
    post_id: line.postId,
    channel_id: line.channelId,
    kind: line.kind,
    points: line.points,
    amount: line.amount,
    by_member_id: line.byMemberId,
    reason: line.reason,
    decision_id: line.decisionId,
    detail: line.detail ?? {},
    at: line.at.toISOString(),
  }));
  const { rows: written } = await tx.client.query<{ id: string }>({
    name: "ledger-write",
    text: `with lines as materialized (
             select * from jsonb_to_recordset($1::jsonb) as line (place int, org_id uuid, member_id uuid, post_id uuid,
               channel_id uuid, kind text, points int, amount int, by_member_id uuid, reason text, decision_id uuid,
               detail jsonb, at timestamptz)),
           written as (
             insert into ledger (org_id, member_id, post_id, channel_id, kind, points, amount, by_member_id, reason,
               decision_id, detail, at)
             select org_id, member_id, post_id, channel_id, kind, points, amount, by_member_id, reason, decision_id,
               detail, at from lines order by place
             returning id),
           totals as (
             insert into member_totals (member_id, org_id, points)
             select member_id, org_id, sum(points) from lines group by member_id, org_id having sum(points) <> 0
             order by member_id
             on conflict (member_id) do update set points = member_totals.points + excluded.points),
           days as (
             insert into member_days (org_id, member_id, day, channel_id, points)
             select org_id, member_id, (at at time zone 'UTC')::date, coalesce(channel_id, '${noChannelId}'), sum(points)
             from lines group by 1, 2, 3, 4 having sum(points) <> 0
             order by member_id, 3, 4
             on conflict (member_id, day, channel_id) do update set points = member_days.points + excluded.points)
           select id::text from written order by id`,
    values: [JSON.stringify(rows)],
  });
  return written.map((row) => row.id);
}

/**
 * SQL: inserts the lines of claims that were just opened, by rows of `claims`. They change no total, so they need no lock.
 */
export const insertOpeningLinesSql = (opened: string) => `
  insert into ledger (org_id, member_id, post_id, channel_id, kind, points, amount, by_member_id, at)
  select org_id, member_id, post_id, channel_id, 'claim', 0, points, member_id, published_at from ${opened}`;

/**
 * Locks the totals of these members until the transaction ends, so that caps are applied to current totals. Always
 * after the claims and in the order of the members' ids: two decisions wait for each other and never deadlock.
 */
export async function lockMemberTotals(tx: Tx, orgId: string, memberIds: readonly string[]): Promise<void> {
  const members = [...new Set(memberIds)].sort();
  if (members.length === 0) return;
  const lockTotals = () =>
    tx.client.query({
      name: "totals-lock",
      text: "select member_id from member_totals where member_id = any($1) order by member_id for update",
      values: [members],
    });
  const { rowCount } = await lockTotals();
  if (rowCount === members.length) return;
  await tx.client.query({
    name: "totals-begin",
    text: `insert into member_totals (member_id, org_id, points)
           select id, $2, 0 from unnest($1::uuid[]) as member (id) order by id on conflict (member_id) do nothing`,
    values: [members, orgId],
  });
  await lockTotals();
}
