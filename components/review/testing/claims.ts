import type { QueuedRequest } from "#components/review/queue/review-state.ts";
import type { Claim, ClaimDecisionsResult } from "#lib/contract/types.ts";

/** Creates a pending claim; `number` sets its id and its place in the order. */
export function createTestClaim(number: number, overrides: Partial<Claim> = {}): Claim {
  return {
    id: `claim-${String(number).padStart(3, "0")}`,
    version: 1,
    state: "pending",
    points: 20,
    awarded: null,
    channel: "x",
    channel_id: "channel",
    submission_id: `submission-${number}`,
    published_at: new Date(Date.UTC(2026, 10, 1, 0, number)).toISOString(),
    member: { id: "mina", name: "Mina Aalto" },
    decided_at: null,
    decided_by: null,
    decision_id: null,
    reason: null,
    appeal: null,
    appealed_at: null,
    text: `Post ${number}`,
    like: null,
    viewer: null,
    may_decide: true,
    may_not_why: null,
    ...overrides,
  };
}

/**
 * Creates a fake service that decides like the real one: checks each claim's version and applies each decision as a
 * whole.
 */
export function createTestReviewService(first: readonly Claim[]) {
  const claims = new Map(first.map((claim) => [claim.id, claim]));
  const decisions = new Map<string, string[]>();
  let count = 0;

  function update(claim: Claim, change: Partial<Claim>): Claim {
    const now = { ...claim, ...change, may_decide: change.state === "pending", version: claim.version + 1 };
    claims.set(claim.id, now);
    return now;
  }

  function decide(request: QueuedRequest): ClaimDecisionsResult {
    const answer: ClaimDecisionsResult = { decision_id: null, decided: [], refused: [] };
    if (request.type === "undo") {
      for (const id of decisions.get(request.decision ?? "") ?? []) {
        const claim = claims.get(id);
        if (claim?.decision_id !== request.decision || !claim) continue;
        answer.decided.push(update(claim, { state: "pending", awarded: null, reason: null, decision_id: null }));
      }
      return answer;
    }
    const decision = `decision-${++count}`;
    for (const { id, version, action, points, reason } of request.decisions) {
      const claim = claims.get(id);
      if (claim?.state !== "pending" || claim.version !== version) {
        const error = { code: "conflict", message: "Ben Ode approved it for 20 points just now." };
        answer.refused.push({ id, error, now: claim ?? null });
        continue;
      }
      const approval = action === "approve" ? { state: "approved" as const, awarded: points ?? claim.points } : null;
      const change = approval ?? { state: "rejected" as const, reason: reason ?? null };
      answer.decided.push(update(claim, { ...change, decision_id: decision }));
    }
    if (answer.decided.length > 0) {
      answer.decision_id = decision;
      decisions.set(
        decision,
        answer.decided.map(({ id }) => id),
      );
    }
    return answer;
  }

  return {
    decide,
    /** Approves the claim as another reviewer. */
    approveAsOther(id: string) {
      const claim = claims.get(id);
      if (claim?.state === "pending") {
        update(claim, {
          state: "approved",
          awarded: 20,
          decision_id: `of-ben-${++count}`,
          decided_by: { id: "ben", name: "Ben Ode" },
        });
      }
    },
    all: () => [...claims.values()],
    waiting: () => [...claims.values()].filter((claim) => claim.state === "pending"),
    get: (id: string) => claims.get(id),
  };
}
