import type { Claim, ClaimDecision, ClaimDecisionsResult } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { applyCapsInOrder, type CappedPoints } from "#lib/service/ledger/point-caps.ts";
import { getPointsTowardCaps } from "#lib/service/ledger/points-toward-caps.ts";
import { lockMemberTotals, writeLedger } from "#lib/service/ledger/write-ledger.ts";
import {
  createClaimNotFoundRefusal,
  findReviewObstacle,
  getReviewPolicy,
  type ReviewPolicy,
} from "#lib/service/settings/review-policy.ts";
import { type ClaimRecord, getClaimsById, lockClaims, presentClaim } from "./claim-records.ts";
import { type AppliedDecision, applyDecision } from "./claim-transitions.ts";
import { createDecisionConflict } from "./decision-conflict.ts";
import { publishClaimDecisions } from "./publish-claim-events.ts";

type AcceptedDecision = { row: ClaimRecord; decided: AppliedDecision };
type RefusedDecision = { id: string; refusal: Refusal; row: ClaimRecord | null };

/**
 * Decides claims, each by itself: done, or refused with its sentence. All that is done is one decision, which one reversal
 * takes back. The number of statements does not grow with the number of claims.
 * @throws Refusal `invalid_request` when a claim is named twice.
 */
export async function decideClaims(
  tx: Tx,
  actor: Actor,
  decisions: readonly ClaimDecision[],
  context: Pick<Context, "clock">,
): Promise<ClaimDecisionsResult> {
  const ids = decisions.map((decision) => decision.id.toLowerCase());
  if (new Set(ids).size < ids.length) {
    throw new Refusal("invalid_request", "A claim is listed twice. Decide each claim once.", "decisions");
  }
  const now = context.clock.now();
  const rules = await getReviewPolicy(tx.client, actor);
  const locked = await lockClaims(tx, actor.orgId, ids.filter(isUuid), now);
  const rows = new Map(locked.map((row) => [row.id, row]));
  const accepted: AcceptedDecision[] = [];
  const refused: RefusedDecision[] = [];
  for (const decision of decisions) {
    const row = rows.get(decision.id.toLowerCase()) ?? null;
    const decided = row === null ? createClaimNotFoundRefusal() : evaluateDecision(row, decision, actor, rules);
    if (decided instanceof Refusal) refused.push({ id: decision.id, refusal: decided, row });
    else if (row) accepted.push({ row, decided });
  }
  const decisionId = accepted.length > 0 ? context.clock.newId() : null;
  if (decisionId !== null) await recordDecision(tx, actor, accepted, { decisionId, now, rules });
  const after = await getClaimsById(tx.client, actor.orgId, ids.filter(isUuid), now);
  const present = (id: string): Claim | null => {
    const row = after.get(id.toLowerCase());
    return row ? presentClaim(row, actor, rules) : null;
  };
  return {
    decision_id: decisionId,
    decided: accepted.flatMap(({ row }) => present(row.id) ?? []),
    refused: refused.map(({ id, refusal }) => ({
      id,
      error: { code: refusal.code, message: refusal.message },
      now: present(id),
    })),
  };
}

/** One claim; what would be refused is thrown. */
export async function decideSingleClaim(
  tx: Tx,
  actor: Actor,
  decision: ClaimDecision,
  context: Pick<Context, "clock">,
): Promise<{ decision_id: string; claim: Claim }> {
  const { decision_id, decided, refused } = await decideClaims(tx, actor, [decision], context);
  const [claim] = decided;
  const [no] = refused;
  if (no) throw new Refusal(no.error.code as Refusal["code"], no.error.message);
  if (!claim || decision_id === null) throw createClaimNotFoundRefusal();
  return { decision_id, claim };
}

function evaluateDecision(
  row: ClaimRecord,
  decision: ClaimDecision,
  actor: Actor,
  rules: ReviewPolicy,
): AppliedDecision | Refusal {
  const why = findReviewObstacle(row.member_id, actor, rules);
  if (why !== null) return new Refusal("forbidden", why);
  if (row.version !== decision.version || row.state !== "pending") return createDecisionConflict(row);
  return applyDecision({ state: row.state, points: row.points, appealed: row.appealed_at !== null }, decision);
}

type DecisionOptions = { decisionId: string; now: Date; rules: ReviewPolicy };

async function recordDecision(
  tx: Tx,
  actor: Actor,
  accepted: readonly AcceptedDecision[],
  options: DecisionOptions,
): Promise<void> {
  const approved = accepted.filter(({ decided }) => decided.state === "approved");
  await lockMemberTotals(
    tx,
    actor.orgId,
    approved.map(({ row }) => row.member_id),
  );
  const earners = approved.map(({ row, decided }) => ({
    memberId: row.member_id,
    submissionId: row.submission_id,
    requested: decided.requested,
  }));
  const { settings } = options.rules;
  const caps = applyCapsInOrder(
    earners,
    settings,
    await getPointsTowardCaps(tx.client, earners, settings, options.now),
  );
  const capped = new Map(approved.map(({ row }, index) => [row.id, caps[index]]));
  await writeClaims(tx, actor, accepted, capped, options);
  await writeLedger(
    tx,
    accepted.map(({ row, decided }) => {
      const cap = capped.get(row.id);
      return {
        orgId: row.org_id,
        memberId: row.member_id,
        postId: row.id,
        channelId: row.channel_id,
        kind: decided.kind,
        points: cap?.awarded ?? 0,
        byMemberId: actor.memberId,
        reason: decided.reason,
        amount: decided.state === "approved" ? decided.requested : row.points,
        decisionId: options.decisionId,
        at: options.now,
        detail: {
          ...(cap?.cappedBy && { capped_by: cap.cappedBy }),
          ...(row.member_id === actor.memberId && { self_reviewed: true as const }),
        },
      };
    }),
  );
  await publishClaimDecisions(
    tx,
    actor.orgId,
    accepted.map(({ row, decided }) => ({
      postId: row.id,
      memberId: row.member_id,
      decision: decided.state,
      reason: decided.reason,
      claimed: row.points,
      points: capped.get(row.id)?.awarded ?? 0,
      cappedBy: capped.get(row.id)?.cappedBy ?? null,
    })),
    options.now,
  );
}

async function writeClaims(
  tx: Tx,
  actor: Actor,
  accepted: readonly AcceptedDecision[],
  capped: ReadonlyMap<string, CappedPoints | undefined>,
  options: DecisionOptions,
): Promise<void> {
  const rows = accepted.map(({ row, decided }) => ({
    id: row.id,
    state: decided.state,
    reason: decided.reason,
    awarded: decided.state === "approved" ? (capped.get(row.id)?.awarded ?? 0) : null,
  }));
  await tx.client.query({
    name: "claims-decide",
    text: `update claims set state = n.state, awarded = n.awarded, reason = n.reason, decided_at = $2, decided_by = $3,
             decision_id = $4, version = claims.version + 1, viewed_by = null, viewed_until = null
           from jsonb_to_recordset($1::jsonb) as n (id uuid, state text, awarded int, reason text)
           where claims.post_id = n.id`,
    values: [JSON.stringify(rows), options.now, actor.memberId, options.decisionId],
  });
}
