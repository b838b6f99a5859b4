import type { DecisionAnswer } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import type { Tx } from "#lib/service/db/tx";
import { isUuid } from "#lib/service/is-uuid";
import { Refusal } from "#lib/service/refusal";
import { type ClaimRow, lockClaims, presentClaim, readClaims } from "./claim-rows.ts";
import { when } from "./decision-conflict.ts";
import { readReviewRules, whyNotReview } from "./review-rules.ts";
import { tellDecided } from "./tell-decided.ts";
import { lockTotals, type NewLine, writeLedger } from "./write-ledger.ts";

/** A line of the decision, as it was written. */
type Line = {
  kind: string;
  member_id: string;
  post_id: string | null;
  channel_id: string | null;
  points: number;
  amount: number | null;
  at: Date;
  by_name: string | null;
};

/**
 * Takes a decision back whole, by compensating lines: its claims are pending again, an award is gone.
 * @throws Refusal `not_found`; `conflict` when it was reversed before or one of its claims has moved on since;
 * `forbidden` when one of them is the caller's own.
 */
export async function reverseDecision(
  tx: Tx,
  actor: Actor,
  decisionId: string,
  reason: string | null,
  context: Pick<Context, "clock">,
): Promise<DecisionAnswer> {
  const lines = isUuid(decisionId) ? await readLines(tx, actor.orgId, decisionId) : [];
  const decided = lines.filter((line) => line.kind !== "reversal");
  if (decided.length === 0) throw new Refusal("not_found", "The decision was not found.");
  const now = context.clock.now();
  const ids = decided.flatMap((line) => line.post_id ?? []);
  const rows = await lockClaims(tx, actor.orgId, ids, now);
  await lockTotals(
    tx,
    actor.orgId,
    decided.map((line) => line.member_id),
  );
  // Read again under the locks: two who reverse at once wait for each other, and the second one sees the first.
  const before = (await readLines(tx, actor.orgId, decisionId)).find((line) => line.kind === "reversal");
  if (before) {
    const who = before.by_name ?? "Somebody";
    throw new Refusal("conflict", `${who} reversed this decision on ${when(before.at)}. Nothing is left to reverse.`);
  }
  const rules = await readReviewRules(tx.client, actor);
  for (const { member_id } of decided) needOthers(member_id, actor, whyNotReview(member_id, actor, rules));
  for (const row of rows) needUnmoved(row, decisionId.toLowerCase());
  await tx.client.query({
    name: "claims-reverse",
    text: `update claims set state = 'pending', awarded = null, reason = null, decided_at = null, decided_by = null,
             decision_id = null, version = version + 1
           where post_id = any($1)`,
    values: [ids],
  });
  await writeLedger(
    tx,
    decided.map((line) => compensate(line, { orgId: actor.orgId, by: actor.memberId, decisionId, reason, at: now })),
  );
  const told = decided.flatMap((line) =>
    line.post_id === null ? [] : { ...toldOf(line, reason), postId: line.post_id, memberId: line.member_id },
  );
  await tellDecided(tx, actor.orgId, told, now);
  const after = await readClaims(tx.client, actor.orgId, ids, now);
  return {
    decision_id: null,
    decided: ids.flatMap((id) => {
      const row = after.get(id);
      return row ? presentClaim(row, actor, rules) : [];
    }),
    refused: [],
  };
}

function toldOf(line: Line, reason: string | null) {
  return { decision: "reversed" as const, reason, claimed: line.amount ?? 0, points: 0, cappedBy: null };
}

function compensate(
  line: Line,
  at: { orgId: string; by: string; decisionId: string; reason: string | null; at: Date },
): NewLine {
  return {
    ...{ orgId: at.orgId, memberId: line.member_id, postId: line.post_id, channelId: line.channel_id },
    ...{ kind: "reversal", points: 0 - line.points, amount: line.amount, byMemberId: at.by, reason: at.reason },
    ...{ decisionId: at.decisionId, at: at.at },
    ...(line.member_id === at.by && { detail: { self_reviewed: true as const } }),
  };
}

function needOthers(memberId: string, actor: Actor, why: string | null): void {
  if (memberId !== actor.memberId || why === null) return;
  throw new Refusal(
    "forbidden",
    "This decision is on a claim or an award of your own. Another administrator reverses it.",
  );
}

function needUnmoved(row: ClaimRow, decisionId: string): void {
  if (row.decision_id === decisionId) return;
  const what = row.appealed_at !== null && row.state === "pending" ? "appealed" : "decided anew";
  throw new Refusal("conflict", `A claim of this decision was ${what} since, so it can't be reversed as a whole.`);
}

async function readLines(tx: Tx, orgId: string, decisionId: string): Promise<Line[]> {
  const { rows } = await tx.client.query<Line>({
    name: "decision-lines",
    text: `select l.kind, l.member_id, l.post_id, l.channel_id, l.points, l.amount, l.at, m.name as by_name
           from ledger l left join members m on m.id = l.by_member_id
           where l.decision_id = $1 and l.org_id = $2 order by l.id`,
    values: [decisionId, orgId],
  });
  return rows;
}
