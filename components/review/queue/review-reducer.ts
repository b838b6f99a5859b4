import type { Claim, ClaimDecisionsResult } from "#lib/contract/types.ts";
import {
  type CompletedDecision,
  canDecideClaim,
  type DecisionInput,
  findClaim,
  getApprovableClaims,
  getRowClaims,
  getVisibleClaims,
  type QueuedRequest,
  type ReviewEvent,
  type ReviewFeedback,
  type ReviewState,
} from "./review-state.ts";

export type ReviewTransition = { state: ReviewState; feedback: readonly ReviewFeedback[] };

const withoutFeedback = (state: ReviewState): ReviewTransition => ({ state, feedback: [] });

/**
 * Reduces one event: every deciding key adds a request to the queue and moves on at once. The queue sends one request
 * at a time in the order of the keys; a refused request leaves the queue, which rolls the decision back.
 */
export function reduceReview(state: ReviewState, event: ReviewEvent): ReviewTransition {
  const { state: next, feedback } = reduceEvent(state, event);
  return { state: moveCursorToRow(next), feedback };
}

/** An earlier channel of the same text may have been listed meanwhile: the row is known by its first claim. */
function moveCursorToRow(state: ReviewState): ReviewState {
  const claim = findClaim(state, state.cursor);
  const first = claim && getRowClaims(state, claim)[0];
  return first && first.id !== state.cursor ? { ...state, cursor: first.id } : state;
}

function reduceEvent(state: ReviewState, event: ReviewEvent): ReviewTransition {
  switch (event.type) {
    case "move":
      return withoutFeedback(move(state, event.by));
    case "go":
      return withoutFeedback(findClaim(state, event.id) ? { ...state, cursor: event.id, mode: "look" } : state);
    case "choose":
      return withoutFeedback(choose(state, event.id ?? state.cursor, event.extend ?? false));
    case "clear":
      return withoutFeedback({ ...state, selected: new Set(), anchor: null, mode: "look" });
    case "mode": {
      const claim = findClaim(state, state.cursor);
      const isAllowed = event.mode === "look" || (claim && canDecideClaim(state, claim));
      return withoutFeedback(isAllowed ? { ...state, mode: event.mode } : state);
    }
    case "decide": {
      const claim = findClaim(state, state.cursor);
      if (!claim || !canDecideClaim(state, claim)) return withoutFeedback(state);
      const claims = getRowClaims(state, claim).filter((one) => canDecideClaim(state, one));
      return decide(state, claims, event.decision);
    }
    case "approve_chosen": {
      const claims = getApprovableClaims(state);
      return claims.length > 0 ? decide(state, claims, { action: "approve" }) : withoutFeedback(state);
    }
    case "split":
      return withoutFeedback({ ...state, alone: new Set([...state.alone, event.id]), cursor: event.id, mode: "look" });
    case "undo":
      return undo(state, event.number);
    case "sent":
      return withoutFeedback({
        ...state,
        isSending: true,
        lastSentNumber: state.queue[0]?.number ?? null,
        blockingFailure: null,
      });
    case "answered":
      return answered(state, event.result);
    case "failed":
      return failed(state, event);
    case "again":
      return withoutFeedback({ ...state, blockingFailure: null });
    case "listed":
      return withoutFeedback(listed(state, event.claims, event.total));
    case "learned": {
      const known = findClaim(state, event.claim.id);
      // The evidence that comes with the page says nothing new: the page need not render again.
      if (JSON.stringify(known) === JSON.stringify(event.claim)) return withoutFeedback(state);
      return withoutFeedback({ ...state, claims: state.claims.map((claim) => pickNewer(claim, event.claim)) });
    }
  }
}

function move(state: ReviewState, by: 1 | -1): ReviewState {
  const rows = getVisibleClaims(state);
  const at = rows.findIndex(({ id }) => id === state.cursor);
  const next = at === -1 ? rows[0] : rows[at + by];
  return next ? { ...state, cursor: next.id, mode: "look" } : state;
}

function choose(state: ReviewState, id: string | null, extend: boolean): ReviewState {
  const rows = getVisibleClaims(state);
  const to = rows.findIndex((claim) => claim.id === id);
  if (id === null || to === -1) return state;
  const from = extend ? rows.findIndex((claim) => claim.id === state.anchor) : -1;
  const selected = new Set(state.selected);
  const isRemoved = from === -1 && selected.has(id);
  const range = from === -1 ? rows.slice(to, to + 1) : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const claim of range.flatMap((row) => getRowClaims(state, row))) {
    if (isRemoved) selected.delete(claim.id);
    else selected.add(claim.id);
  }
  return { ...state, selected, anchor: id };
}

function decide(state: ReviewState, claims: readonly Claim[], decision: DecisionInput): ReviewTransition {
  const number = state.lastNumber + 1;
  const ids = claims.map(({ id }) => id);
  const request: QueuedRequest = {
    number,
    type: "decide",
    decisions: claims.map(({ id, version }) => ({ id, version, ...decision })),
  };
  const next: ReviewState = {
    ...state,
    lastNumber: number,
    queue: [...state.queue, request],
    decidedHere: [...removeIds(state.decidedHere, ids), ...ids],
    selected: removeFromSet(state.selected, ids),
    mode: "look",
  };
  return { state: advance(next), feedback: [{ type: "decided", number, claims, decision }] };
}

/** Moves to the next claim that can be decided, else to the nearest one before; at the end the cursor stays. */
function advance(state: ReviewState): ReviewState {
  const rows = getVisibleClaims(state);
  const at = rows.findIndex(({ id }) => id === state.cursor);
  const openClaim = rows[at];
  if (openClaim && canDecideClaim(state, openClaim)) return state;
  const isOpen = (claim: Claim) => canDecideClaim(state, claim);
  const next = rows.slice(at + 1).find(isOpen) ?? rows.slice(0, Math.max(0, at)).findLast(isOpen);
  return next ? { ...state, cursor: next.id } : state;
}

/** Reverses the given decision, or the newest one that is not being reversed already. */
function undo(state: ReviewState, requestedNumber?: number): ReviewTransition {
  const reversedNumbers = new Set(
    state.queue.flatMap((request) => (request.type === "undo" ? [request.reversedNumber] : [])),
  );
  const reversible = [
    ...state.completed.map(({ number }) => number),
    ...state.queue.flatMap((request) =>
      request.type === "decide" && !reversedNumbers.has(request.number) ? [request.number] : [],
    ),
  ];
  const number = requestedNumber === undefined ? reversible.at(-1) : reversible.find((one) => one === requestedNumber);
  if (number === undefined) return withoutFeedback(state);
  const completed = state.completed.find((one) => one.number === number);
  const at = state.queue.findIndex((request) => request.number === number);
  const queued = state.queue[at];
  const ids = completed?.ids ?? (queued?.type === "decide" ? queued.decisions.map(({ id }) => id) : []);
  const mayHaveArrived = queued !== undefined && state.lastSentNumber === queued.number;
  const reversal: QueuedRequest = {
    number: state.lastNumber + 1,
    type: "undo",
    reversedNumber: number,
    ids,
    decision: completed?.decision ?? null,
  };
  const next: ReviewState = {
    ...state,
    lastNumber: reversal.number,
    completed: state.completed.filter((one) => one !== completed),
    queue:
      completed || mayHaveArrived ? [...state.queue, reversal] : state.queue.filter((request) => request !== queued),
    decidedHere: removeIds(state.decidedHere, ids),
    cursor: ids[0] ?? state.cursor,
    mode: "look",
  };
  return {
    state: next,
    feedback: [{ type: "undone", number, claims: state.claims.filter(({ id }) => ids.includes(id)) }],
  };
}

function answered(state: ReviewState, result: ClaimDecisionsResult): ReviewTransition {
  const [request, ...rest] = state.queue;
  if (!request) return withoutFeedback(state);
  const updatedById = new Map(
    [...result.decided, ...result.refused.flatMap(({ now }) => now ?? [])].map((one) => [one.id, one]),
  );
  const versions = new Map(result.decided.map(({ id, version }) => [id, version]));
  const claims = state.claims.map((claim) => pickNewer(claim, updatedById.get(claim.id)));
  const completed = toCompletedDecision(request, result);
  const isUndone = rest.some((one) => one.type === "undo" && one.reversedNumber === request.number);
  const queue = rest.flatMap((one): QueuedRequest[] => {
    if (one.type === "decide") return [withVersions(one, versions)];
    if (one.reversedNumber !== request.number) return [one];
    return completed ? [{ ...one, decision: completed.decision, ids: completed.ids }] : [];
  });
  const refused = result.refused.map(({ id }) => id);
  const next: ReviewState = {
    ...state,
    claims,
    queue,
    isSending: false,
    blockingFailure: null,
    completed: completed && !isUndone ? [...state.completed, completed] : state.completed,
    // A claim that somebody else decided stays in view; a claim that is open again becomes open.
    decidedHere:
      request.type === "decide"
        ? removeIds(
            state.decidedHere,
            refused.filter((id) => updatedById.get(id)?.state === "pending"),
          )
        : state.decidedHere,
  };
  // The claims of one text are usually refused with the same message.
  const refusedByMessage = new Map(result.refused.map((one) => [one.error.message, one]));
  const feedback = [...refusedByMessage.values()].map(({ id, error: { message, code }, now }): ReviewFeedback => {
    return { type: "refused", number: request.number, claim: now ?? findClaim(state, id), message, code };
  });
  return { state: next, feedback };
}

function toCompletedDecision(request: QueuedRequest, result: ClaimDecisionsResult): CompletedDecision | null {
  if (request.type === "undo" || result.decision_id === null || result.decided.length === 0) return null;
  return { number: request.number, ids: result.decided.map(({ id }) => id), decision: result.decision_id };
}

/**
 * Gives queued decisions the versions that this page's own earlier decisions created, because they refer to that state
 * of the claim.
 */
function withVersions(
  request: QueuedRequest & { type: "decide" },
  versions: ReadonlyMap<string, number>,
): QueuedRequest {
  if (!request.decisions.some(({ id }) => versions.has(id))) return request;
  return {
    ...request,
    decisions: request.decisions.map((one) => ({ ...one, version: versions.get(one.id) ?? one.version })),
  };
}

function failed(state: ReviewState, { failure, isTransient }: ReviewEvent & { type: "failed" }): ReviewTransition {
  const [request, ...rest] = state.queue;
  if (!request) return withoutFeedback(state);
  // The failed request stays first in the queue, and the later ones stay behind it.
  if (isTransient) return withoutFeedback({ ...state, isSending: false, blockingFailure: failure });
  const restored =
    request.type === "undo" && request.decision !== null
      ? [{ ...request, number: request.reversedNumber, decision: request.decision }]
      : [];
  const ids = request.type === "decide" ? request.decisions.map(({ id }) => id) : request.ids;
  const next: ReviewState = {
    ...state,
    isSending: false,
    blockingFailure: null,
    queue: rest.filter((one) => one.type === "decide" || one.reversedNumber !== request.number),
    completed: [
      ...state.completed,
      ...restored.map(({ number, ids: restoredIds, decision }) => ({ number, ids: restoredIds, decision })),
    ],
    decidedHere:
      request.type === "decide" ? removeIds(state.decidedHere, ids) : [...removeIds(state.decidedHere, ids), ...ids],
  };
  return { state: next, feedback: [{ type: "failed", failure, request }] };
}

/**
 * Takes over a list from the service: keeps claims that were decided here or are open, and never replaces a claim by an
 * older version.
 */
function listed(state: ReviewState, incoming: readonly Claim[], total: number): ReviewState {
  const claimsById = new Map(state.claims.map((claim) => [claim.id, claim]));
  const queuedIds = new Set(
    state.queue.flatMap((request) => (request.type === "undo" ? request.ids : request.decisions.map(({ id }) => id))),
  );
  const ownIds = new Set(state.decidedHere);
  const incomingIds = new Set(incoming.map(({ id }) => id));
  const retained = state.claims.filter(
    ({ id }) => !incomingIds.has(id) && (ownIds.has(id) || queuedIds.has(id) || id === state.cursor),
  );
  const claims = [...incoming.map((claim) => pickNewer(claimsById.get(claim.id) ?? claim, claim)), ...retained].sort(
    byPublication,
  );
  const isSame = total === state.total && claims.every((claim, at) => claim === state.claims[at]);
  if (isSame && incoming.length === state.claims.length) return state;
  const next: ReviewState = {
    ...state,
    claims,
    total,
    listed: new Set(incoming.filter((claim) => claim.state === "pending").map(({ id }) => id)),
    selected: new Set([...state.selected].filter((id) => claims.some((claim) => claim.id === id))),
  };
  if (findClaim(next, state.cursor)) return next;
  const first = claims.find((claim) => canDecideClaim(next, claim)) ?? claims[0];
  return { ...next, cursor: first?.id ?? null };
}

const pickNewer = (current: Claim, incoming: Claim | undefined): Claim =>
  incoming && incoming.id === current.id && incoming.version >= current.version ? incoming : current;

const byPublication = (one: Claim, other: Claim) =>
  Date.parse(one.published_at) - Date.parse(other.published_at) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

const removeIds = (ids: readonly string[], removedIds: readonly string[]) =>
  ids.filter((id) => !removedIds.includes(id));

function removeFromSet(ids: ReadonlySet<string>, removedIds: readonly string[]): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of removedIds) next.delete(id);
  return next;
}
