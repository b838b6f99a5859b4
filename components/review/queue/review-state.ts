import type { Failure } from "#lib/contract/errors.ts";
import type { Claim, ClaimDecision, ClaimDecisionsResult } from "#lib/contract/types.ts";

/** A reviewer's decision about a claim. Other points than claimed are an adjustment. */
export type DecisionInput =
  | { action: "approve"; points?: number; reason?: string }
  | { action: "reject"; reason: string };

/** A request to the service, in the order of the pressed keys. */
export type QueuedRequest =
  | { number: number; type: "decide"; decisions: readonly ClaimDecision[] }
  /** `decision` is null until the service has answered the decision that this request reverses. */
  | { number: number; type: "undo"; reversedNumber: number; ids: readonly string[]; decision: string | null };

/** A decision that the service has made. */
export type CompletedDecision = { number: number; ids: readonly string[]; decision: string };

export type DecisionPanelMode = "look" | "adjust" | "reject";

export type ReviewState = {
  /**
   * In the order of publication: the last list's claims, and own decided claims that the last list no longer contains.
   */
  claims: readonly Claim[];
  /** The total that the service counted with the last list, and the ids that were pending in that list. */
  total: number;
  listed: ReadonlySet<string>;
  /** The open claim. */
  cursor: string | null;
  selected: ReadonlySet<string>;
  /** Claims that are decided without the other channels of their text. */
  alone: ReadonlySet<string>;
  /** The start of a range. */
  anchor: string | null;
  mode: DecisionPanelMode;
  /** Requests that are not answered yet, the oldest first. */
  queue: readonly QueuedRequest[];
  /** True while the queue's first request is being sent. */
  isSending: boolean;
  /** Number of the last sent request: it may have arrived although no answer came. */
  lastSentNumber: number | null;
  /** The failure that holds the queue; nothing in the queue is lost. */
  blockingFailure: Failure | null;
  /** Decisions that can be reversed, the newest last. */
  completed: readonly CompletedDecision[];
  /** Ids of claims that were decided here, the newest last. */
  decidedHere: readonly string[];
  lastNumber: number;
};

export type ReviewEvent =
  | { type: "move"; by: 1 | -1 }
  | { type: "go"; id: string }
  /** Without an id: the open claim. `extend`: the range from the last selected claim. */
  | { type: "choose"; id?: string; extend?: boolean }
  | { type: "clear" }
  /** Takes a claim out of its text, to decide it alone. */
  | { type: "split"; id: string }
  | { type: "mode"; mode: DecisionPanelMode }
  | { type: "decide"; decision: DecisionInput }
  | { type: "approve_chosen" }
  /** Without a number: the newest decision. */
  | { type: "undo"; number?: number }
  | { type: "sent" }
  | { type: "answered"; result: ClaimDecisionsResult }
  | { type: "failed"; failure: Failure; isTransient: boolean }
  | { type: "again" }
  | { type: "listed"; claims: readonly Claim[]; total: number }
  | { type: "learned"; claim: Claim };

/** A message for the reviewer after an event. */
export type ReviewFeedback =
  | { type: "decided"; number: number; claims: readonly Claim[]; decision: DecisionInput }
  | { type: "undone"; number: number; claims: readonly Claim[] }
  | { type: "refused"; number: number; claim: Claim | null; message: string; code: string }
  | { type: "failed"; failure: Failure; request: QueuedRequest };

/** Number of decided rows that stay visible, faint, before the oldest collapses. */
const maxDecidedRows = 3;

export function createReviewState(claims: readonly Claim[], total: number): ReviewState {
  const first = claims.find((claim) => claim.state === "pending") ?? claims[0];
  return {
    claims,
    total,
    listed: new Set(claims.filter(isPending).map(({ id }) => id)),
    cursor: first?.id ?? null,
    selected: new Set(),
    alone: new Set(),
    anchor: null,
    mode: "look",
    queue: [],
    isSending: false,
    lastSentNumber: null,
    blockingFailure: null,
    completed: [],
    decidedHere: [],
    lastNumber: 0,
  };
}

const isPending = (claim: Claim) => claim.state === "pending";

/** A claim's state once all queued requests are done. `isConfirmed` is true when no request is queued. */
export type ProjectedStatus = { state: string; awarded: number | null; reason: string | null; isConfirmed: boolean };

export function projectStatus(state: ReviewState, claim: Claim): ProjectedStatus {
  for (const request of [...state.queue].reverse()) {
    if (request.type === "undo") {
      if (request.ids.includes(claim.id)) return { state: "pending", awarded: null, reason: null, isConfirmed: false };
      continue;
    }
    const decision = request.decisions.find(({ id }) => id === claim.id);
    if (!decision) continue;
    const isApproval = decision.action === "approve";
    return {
      state: isApproval ? "approved" : "rejected",
      awarded: isApproval ? (decision.points ?? claim.points) : null,
      reason: decision.reason ?? null,
      isConfirmed: false,
    };
  }
  return { state: claim.state, awarded: claim.awarded, reason: claim.reason, isConfirmed: true };
}

export const isAwaitingDecision = (state: ReviewState, claim: Claim): boolean =>
  projectStatus(state, claim).state === "pending";

/** True when this reviewer may decide the claim now. */
export function canDecideClaim(state: ReviewState, claim: Claim): boolean {
  const status = projectStatus(state, claim);
  // Until the service answers the undo of an own decision, it says that the claim is decided.
  return status.state === "pending" && (claim.may_decide || !status.isConfirmed);
}

export const findClaim = (state: ReviewState, id: string | null): Claim | null =>
  state.claims.find((claim) => claim.id === id) ?? null;

/** Claims with the same key are one row: one text on several channels, in the same state. */
function getRowKey(state: ReviewState, claim: Claim): string {
  const { state: status } = projectStatus(state, claim);
  const isJoined = status === "pending" ? !state.alone.has(claim.id) : state.decidedHere.includes(claim.id);
  return isJoined ? `${claim.submission_id} ${claim.member?.id} ${status}` : claim.id;
}

const groupByRow = (state: ReviewState) => Map.groupBy(state.claims, (claim) => getRowKey(state, claim));

/** Returns the claims of each row, by the id of the first. */
export const getClaimsByRow = (state: ReviewState): ReadonlyMap<string, readonly Claim[]> =>
  new Map([...groupByRow(state).values()].map((claims) => [claims[0]?.id ?? "", claims]));

/** Returns the claims in one row with this claim: those of the same text. */
export const getRowClaims = (state: ReviewState, claim: Claim): readonly Claim[] =>
  groupByRow(state).get(getRowKey(state, claim)) ?? [claim];

/** Returns the visible rows by their first claims, in order; all but the newest few own decisions are collapsed. */
export function getVisibleClaims(state: ReviewState): readonly Claim[] {
  const rows = [...groupByRow(state).values()].flatMap(([first]) => first ?? []);
  const ids = new Set(rows.map(({ id }) => id));
  const decided = state.decidedHere.filter((id) => ids.has(id));
  const collapsed = new Set(decided.slice(0, -maxDecidedRows).filter((id) => id !== state.cursor));
  return rows.filter(({ id }) => !collapsed.has(id));
}

/** Counts pending claims without those in the queue. */
export function countPendingClaims(state: ReviewState): number {
  const decided = state.claims.filter((claim) => state.listed.has(claim.id) && !isAwaitingDecision(state, claim));
  return Math.max(0, state.total - decided.length);
}

/** Returns the next pending claims after the open one, for fetching their evidence ahead. */
export function getUpcomingClaims(state: ReviewState, count: number): readonly string[] {
  const rows = getVisibleClaims(state);
  const at = rows.findIndex(({ id }) => id === state.cursor);
  return rows
    .slice(at + 1)
    .filter((claim) => canDecideClaim(state, claim))
    .slice(0, count)
    .map(({ id }) => id);
}

/** Returns the selected claims that can be approved now, in list order. */
export const getApprovableClaims = (state: ReviewState): readonly Claim[] =>
  state.claims.filter((claim) => state.selected.has(claim.id) && canDecideClaim(state, claim));
