import type { ClaimDecisionsResult } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { lockMemberTotals, type NewLedgerLine, writeLedger } from "#lib/service/ledger/write-ledger.ts";
import { findReviewObstacle, getReviewPolicy } from "#lib/service/settings/review-policy.ts";
import { type ClaimRecord, getClaimsById, lockClaims, presentClaim } from "./claim-records.ts";
import { formatUtcTime } from "./decision-conflict.ts";
import { publishClaimDecisions } from "./publish-claim-events.ts";

/** A line of the decision, as it was written. */
type DecisionLine = {
  kind: string;
  member_id: string;
  post_id: string | null;
  channel_id: string | null;
  points: number;
  amount: number | null;
  at: Date;
  by_name: string | null;
};

/** What to take back of a decision, and why. Without claims it is all of it. */
type ReverseDecisionInput = { id: string; claims?: readonly string[] | undefined; reason?: string | undefined };

/**
 * Takes a decision back, whole or some of its claims, by compensating lines: these claims are pending again, an award is
 * gone. What was taken back before stays as it is.
 * @throws Refusal `not_found`, also for a claim that is none of the decision's; `conflict` when nothing is left of it or
 * one of the claims has moved on since; `forbidden` when one of them is the caller's own.
 */
export async function reverseDecision(
  tx: Tx,
  actor: Actor,
  { id: decisionId, claims, reason: reasonInput }: ReverseDecisionInput,
  context: Pick<Context, "clock">,
): Promise<ClaimDecisionsResult> {
  const lines = isUuid(decisionId) ? await listDecisionLines(tx, actor.orgId, decisionId) : [];
  const reason = reasonInput ?? null;
  const selectedLines = selectDecisionLines(lines, claims);
  const now = context.clock.now();
  await lockClaims(tx, actor.orgId, getClaimIds(selectedLines), now);
  await lockMemberTotals(
    tx,
    actor.orgId,
    selectedLines.map((line) => line.member_id),
  );
  // Read again under the locks: two who reverse at once wait for each other, and the second one sees the first.
  const decided = requireUnreversedLines(selectedLines, await listDecisionLines(tx, actor.orgId, decisionId));
  const ids = getClaimIds(decided);
  const rows = (await getClaimsById(tx.client, actor.orgId, ids, now)).values();
  const rules = await getReviewPolicy(tx.client, actor);
  for (const { member_id } of decided)
    requireOthersClaim(member_id, actor, findReviewObstacle(member_id, actor, rules));
  for (const row of rows) requireUnchangedClaim(row, decisionId.toLowerCase(), decided.length > 1);
  await tx.client.query({
    name: "claims-reverse",
    text: `update claims set state = 'pending', awarded = null, reason = null, decided_at = null, decided_by = null,
             decision_id = null, version = version + 1
           where post_id = any($1)`,
    values: [ids],
  });
  await writeLedger(
    tx,
    decided.map((line) =>
      createCompensatingLine(line, { orgId: actor.orgId, by: actor.memberId, decisionId, reason, at: now }),
    ),
  );
  const events = decided.flatMap((line) =>
    line.post_id === null
      ? []
      : { ...toClaimDecisionEvent(line, reason), postId: line.post_id, memberId: line.member_id },
  );
  await publishClaimDecisions(tx, actor.orgId, events, now);
  const after = await getClaimsById(tx.client, actor.orgId, ids, now);
  return {
    decision_id: null,
    decided: ids.flatMap((id) => {
      const row = after.get(id);
      return row ? presentClaim(row, actor, rules) : [];
    }),
    refused: [],
  };
}

const getClaimIds = (lines: readonly DecisionLine[]) => lines.flatMap((line) => line.post_id ?? []);

/** The lines of what was decided, of these claims alone where some are named. */
function selectDecisionLines(lines: readonly DecisionLine[], claims: readonly string[] | undefined): DecisionLine[] {
  const decided = lines.filter((line) => line.kind !== "reversal");
  if (decided.length === 0) throw new Refusal("not_found", "The decision was not found.");
  if (claims === undefined) return decided;
  const claimIds = new Set(claims.map((id) => id.toLowerCase()));
  const found = decided.filter((line) => line.post_id !== null && claimIds.has(line.post_id));
  if (found.length < claimIds.size) throw new Refusal("not_found", "A claim was not found in this decision.", "claims");
  return found;
}

/** What of it has not been taken back. */
function requireUnreversedLines(
  selectedLines: readonly DecisionLine[],
  lines: readonly DecisionLine[],
): DecisionLine[] {
  const before = lines.filter((line) => line.kind === "reversal");
  const gone = new Map(before.map((line) => [line.post_id, line]));
  const left = selectedLines.filter((line) => !gone.has(line.post_id));
  if (left.length > 0) return left;
  const last = gone.get(selectedLines[0]?.post_id ?? null);
  const who = last?.by_name ?? "Somebody";
  const at = last ? ` on ${formatUtcTime(last.at)}` : "";
  throw new Refusal("conflict", `${who} reversed this decision${at}. Nothing is left to reverse.`);
}

function toClaimDecisionEvent(line: DecisionLine, reason: string | null) {
  return { decision: "reversed" as const, reason, claimed: line.amount ?? 0, points: 0, cappedBy: null };
}

function createCompensatingLine(
  line: DecisionLine,
  options: { orgId: string; by: string; decisionId: string; reason: string | null; at: Date },
): NewLedgerLine {
  return {
    orgId: options.orgId,
    memberId: line.member_id,
    postId: line.post_id,
    channelId: line.channel_id,
    kind: "reversal",
    points: 0 - line.points,
    amount: line.amount,
    byMemberId: options.by,
    reason: options.reason,
    decisionId: options.decisionId,
    at: options.at,
    ...(line.member_id === options.by && { detail: { self_reviewed: true as const } }),
  };
}

function requireOthersClaim(memberId: string, actor: Actor, why: string | null): void {
  if (memberId !== actor.memberId || why === null) return;
  throw new Refusal(
    "forbidden",
    "This decision is on a claim or an award of your own. Another administrator must reverse it.",
  );
}

function requireUnchangedClaim(row: ClaimRecord, decisionId: string, isWhole: boolean): void {
  if (row.decision_id === decisionId) return;
  const what = row.appealed_at !== null && row.state === "pending" ? "appealed" : "decided again";
  throw new Refusal(
    "conflict",
    isWhole
      ? `A claim of this decision was ${what} since, so it can't be reversed as a whole. Reverse its claims one by one.`
      : `The claim was ${what} since, so this decision can't be reversed any more. Decide the claim as it is now.`,
  );
}

async function listDecisionLines(tx: Tx, orgId: string, decisionId: string): Promise<DecisionLine[]> {
  const { rows } = await tx.client.query<DecisionLine>({
    name: "decision-lines",
    text: `select l.kind, l.member_id, l.post_id, l.channel_id, l.points, l.amount, l.at, m.name as by_name
           from ledger l left join members m on m.id = l.by_member_id
           where l.decision_id = $1 and l.org_id = $2 order by l.id`,
    values: [decisionId, orgId],
  });
  return rows;
}
