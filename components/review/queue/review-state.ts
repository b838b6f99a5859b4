import type { Failure } from "#lib/contract/errors.ts";
import type { Claim, ClaimDecision, ClaimDecisionResult } from "#lib/contract/types.ts";

/** What a reviewer wants of a claim. Other points than claimed are an adjustment. */
export type DecisionInput =
  | { action: "approve"; points?: number; reason?: string }
  | { action: "reject"; reason: string };

/** One thing to ask of the service, in the order of the keys that were pressed. */
export type QueuedRequest =
  | { number: number; is: "decide"; decisions: readonly ClaimDecision[] }
  /** `decision` is null until what it takes back has been answered. */
  | { number: number; is: "undo"; of: number; ids: readonly string[]; decision: string | null };

/** A decision that the service has made. */
export type CompletedDecision = { number: number; ids: readonly string[]; decision: string };

export type DecisionMode = "look" | "adjust" | "reject";

export type ReviewState = {
  /** In the order of publication: those of the last list, and own decided ones that it no longer holds. */
  claims: readonly Claim[];
  /** How many the service counted when it listed, and which of them it listed as waiting. */
  total: number;
  listed: ReadonlySet<string>;
  /** The claim in view. */
  cursor: string | null;
  chosen: ReadonlySet<string>;
  /** Where a range starts. */
  anchor: string | null;
  mode: DecisionMode;
  /** What is still to be asked, the first first. */
  queue: readonly QueuedRequest[];
  /** The first of the queue is on its way. */
  isSending: boolean;
  /** The wish that was sent last: it may have arrived although no answer came. */
  tried: number | null;
  /** Why the queue waits: nothing of it is lost. */
  held: Failure | null;
  /** What can be taken back, the newest last. */
  done: readonly CompletedDecision[];
  /** Decided here, the newest last. */
  own: readonly string[];
  lastNumber: number;
};

export type ReviewEvent =
  | { is: "move"; by: 1 | -1 }
  | { is: "go"; id: string }
  /** Without an id: the claim in view. `extend`: all from where the last choice was. */
  | { is: "choose"; id?: string; extend?: boolean }
  | { is: "clear" }
  | { is: "mode"; mode: DecisionMode }
  | { is: "decide"; wanted: DecisionInput }
  | { is: "approve_chosen" }
  /** Without a number: the newest. */
  | { is: "undo"; number?: number }
  | { is: "sent" }
  | { is: "answered"; answer: ClaimDecisionResult }
  | { is: "failed"; failure: Failure; passing: boolean }
  | { is: "again" }
  | { is: "listed"; claims: readonly Claim[]; total: number }
  | { is: "learned"; claim: Claim };

/** What a person is to be told after an event. */
export type ReviewFeedback =
  | { is: "decided"; number: number; claims: readonly Claim[]; wanted: DecisionInput }
  | { is: "undone"; number: number; claims: readonly Claim[] }
  | { is: "refused"; claim: Claim | null; message: string; code: string }
  | { is: "failed"; failure: Failure; wish: QueuedRequest };

/** Decided rows that stay in view, faint, before the oldest of them folds. */
const decidedRowsShown = 3;

export function createReviewState(claims: readonly Claim[], total: number): ReviewState {
  const first = claims.find((claim) => claim.state === "pending") ?? claims[0];
  return {
    claims,
    total,
    listed: new Set(claims.filter(isPending).map(({ id }) => id)),
    cursor: first?.id ?? null,
    chosen: new Set(),
    anchor: null,
    mode: "look",
    queue: [],
    isSending: false,
    tried: null,
    held: null,
    done: [],
    own: [],
    lastNumber: 0,
  };
}

const isPending = (claim: Claim) => claim.state === "pending";

/** How a claim stands once all that is asked for has been done. `isSure` when nothing is asked for any more. */
export type ProjectedStatus = { state: string; awarded: number | null; reason: string | null; isSure: boolean };

export function projectStatus(state: ReviewState, claim: Claim): ProjectedStatus {
  for (const wish of [...state.queue].reverse()) {
    if (wish.is === "undo") {
      if (wish.ids.includes(claim.id)) return { state: "pending", awarded: null, reason: null, isSure: false };
      continue;
    }
    const own = wish.decisions.find(({ id }) => id === claim.id);
    if (!own) continue;
    const isApproval = own.action === "approve";
    return {
      state: isApproval ? "approved" : "rejected",
      awarded: isApproval ? (own.points ?? claim.points) : null,
      reason: own.reason ?? null,
      isSure: false,
    };
  }
  return { state: claim.state, awarded: claim.awarded, reason: claim.reason, isSure: true };
}

export const isAwaitingDecision = (state: ReviewState, claim: Claim): boolean =>
  projectStatus(state, claim).state === "pending";

/** Whether this reviewer may decide it now. */
export const canDecideClaim = (state: ReviewState, claim: Claim): boolean =>
  claim.may_decide && isAwaitingDecision(state, claim);

export const findClaim = (state: ReviewState, id: string | null): Claim | null =>
  state.claims.find((claim) => claim.id === id) ?? null;

/** Rows that have folded away: own decided ones but for the newest few and the one in view. */
export function getCollapsedClaims(state: ReviewState): ReadonlySet<string> {
  const gone = state.own.slice(0, -decidedRowsShown).filter((id) => id !== state.cursor);
  return new Set(gone);
}

/** The rows in view, in order. */
export function getVisibleClaims(state: ReviewState): readonly Claim[] {
  const away = getCollapsedClaims(state);
  return away.size === 0 ? state.claims : state.claims.filter(({ id }) => !away.has(id));
}

/** How many wait, what is being decided left out. */
export function countPendingClaims(state: ReviewState): number {
  const gone = state.claims.filter((claim) => state.listed.has(claim.id) && !isAwaitingDecision(state, claim));
  return Math.max(0, state.total - gone.length);
}

/** The claims that come after the one in view and wait: their evidence is had ahead. */
export function getUpcomingClaims(state: ReviewState, count: number): readonly string[] {
  const at = state.claims.findIndex(({ id }) => id === state.cursor);
  return state.claims
    .slice(at + 1)
    .filter((claim) => canDecideClaim(state, claim))
    .slice(0, count)
    .map(({ id }) => id);
}

/** The chosen ones that can be approved now, in their order. */
export const getApprovableClaims = (state: ReviewState): readonly Claim[] =>
  state.claims.filter((claim) => state.chosen.has(claim.id) && canDecideClaim(state, claim));
