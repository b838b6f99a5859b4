import type { Context } from "#lib/service/core/context.ts";
import { notifyOutboxSql, publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

export type ClaimDecisionEvent = {
  postId: string;
  memberId: string;
  decision: "approved" | "rejected" | "reversed";
  reason: string | null;
  claimed: number;
  points: number;
  cappedBy: string | null;
};

/**
 * Writes what authors, webhooks and open pages are told of decisions, in their transaction: the outbox tells authors and
 * webhooks, the notification open pages. The number of statements does not grow with the decisions.
 */
export async function publishClaimDecisions(
  tx: Tx,
  orgId: string,
  decisions: readonly ClaimDecisionEvent[],
  at: Date,
): Promise<void> {
  if (decisions.length === 0) return;
  const rows = decisions.map((one) => ({
    member_id: one.memberId,
    post_id: one.postId,
    detail: {
      decision: one.decision,
      reason: one.reason,
      claimed: one.claimed,
      points: one.points,
      capped_by: one.cappedBy,
    },
  }));
  await tx.client.query({
    name: "claims-tell",
    text: `with told as materialized (
             select * from jsonb_to_recordset($2::jsonb) as row (member_id uuid, post_id uuid, detail jsonb)),
           written as (
             insert into outbox (org_id, member_id, post_id, kind, detail, at)
             select $1, member_id, post_id, 'claim.decided', detail, $3 from told)
           select ${notifyOutboxSql}`,
    values: [orgId, JSON.stringify(rows), at],
  });
  await publishClaimsChanged(tx, orgId);
}

/** Writes that a member was given points without a claim, in the transaction of the award: the outbox notifies them. */
export async function publishAward(
  tx: Tx,
  orgId: string,
  award: { memberId: string; lineId: string; points: number; reason: string },
  { clock }: Pick<Context, "clock">,
): Promise<void> {
  const { memberId, lineId, points, reason } = award;
  await tx.client.query({
    name: "award-notify",
    text: `with written as (
             insert into outbox (org_id, member_id, kind, detail, at) values ($1, $2, 'points.awarded', $3, $4))
           select ${notifyOutboxSql}`,
    values: [orgId, memberId, JSON.stringify({ line: lineId, points, reason }), clock.now()],
  });
  await publishClaimsChanged(tx, orgId);
}

/** Heard by every process after the commit: open pages of the organization read points and claims again. */
export async function publishClaimsChanged(tx: Tx, orgId: string): Promise<void> {
  await publishLiveEvent(tx, "claims", { orgId });
}
