import type { Claim, ClaimDecisionsResult } from "#lib/contract/types.ts";
import {
  type CompletedDecision,
  canDecideClaim,
  type DecisionInput,
  findClaim,
  getApprovableClaims,
  getVisibleClaims,
  type QueuedRequest,
  type ReviewEvent,
  type ReviewFeedback,
  type ReviewState,
} from "./review-state.ts";

export type ReviewTransition = { state: ReviewState; told: readonly ReviewFeedback[] };

const withoutFeedback = (state: ReviewState): ReviewTransition => ({ state, told: [] });

/**
 * Reduces one event: every deciding key adds a request to the queue and moves on at once. The queue sends one request
 * at a time in the order of the keys; a refused request leaves the queue, which rolls the decision back.
 */
export function reduceReview(state: ReviewState, event: ReviewEvent): ReviewTransition {
  switch (event.type) {
    case "move":
      return withoutFeedback(move(state, event.by));
    case "go":
      return withoutFeedback(findClaim(state, event.id) ? { ...state, cursor: event.id, mode: "look" } : state);
    case "choose":
      return withoutFeedback(choose(state, event.id ?? state.cursor, event.extend ?? false));
    case "clear":
      return withoutFeedback({ ...state, chosen: new Set(), anchor: null, mode: "look" });
    case "mode": {
      const claim = findClaim(state, state.cursor);
      const isAllowed = event.mode === "look" || (claim && canDecideClaim(state, claim));
      return withoutFeedback(isAllowed ? { ...state, mode: event.mode } : state);
    }
    case "decide": {
      const claim = findClaim(state, state.cursor);
      return claim && canDecideClaim(state, claim) ? decide(state, [claim], event.wanted) : withoutFeedback(state);
    }
    case "approve_chosen": {
      const claims = getApprovableClaims(state);
      return claims.length > 0 ? decide(state, claims, { action: "approve" }) : withoutFeedback(state);
    }
    case "undo":
      return undo(state, event.number);
    case "sent":
      return withoutFeedback({ ...state, isSending: true, tried: state.queue[0]?.number ?? null, held: null });
    case "answered":
      return answered(state, event.answer);
    case "failed":
      return failed(state, event);
    case "again":
      return withoutFeedback({ ...state, held: null });
    case "listed":
      return withoutFeedback(listed(state, event.claims, event.total));
    case "learned":
      return withoutFeedback({ ...state, claims: state.claims.map((claim) => newer(claim, event.claim)) });
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
  const chosen = new Set(state.chosen);
  if (from === -1) {
    if (!chosen.delete(id)) chosen.add(id);
  } else {
    for (const claim of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) chosen.add(claim.id);
  }
  return { ...state, chosen, anchor: id };
}

function decide(state: ReviewState, claims: readonly Claim[], wanted: DecisionInput): ReviewTransition {
  const number = state.lastNumber + 1;
  const ids = claims.map(({ id }) => id);
  const wish: QueuedRequest = {
    number,
    type: "decide",
    decisions: claims.map(({ id, version }) => ({ id, version, ...wanted })),
  };
  const next: ReviewState = {
    ...state,
    lastNumber: number,
    queue: [...state.queue, wish],
    own: [...without(state.own, ids), ...ids],
    chosen: minus(state.chosen, ids),
    mode: "look",
  };
  return { state: advance(next), told: [{ type: "decided", number, claims, wanted }] };
}

/** Moves to the next claim that can be decided, else to the nearest one before; at the end the cursor stays. */
function advance(state: ReviewState): ReviewState {
  const at = state.claims.findIndex(({ id }) => id === state.cursor);
  const here = state.claims[at];
  if (here && canDecideClaim(state, here)) return state;
  const isOpen = (claim: Claim) => canDecideClaim(state, claim);
  const next = state.claims.slice(at + 1).find(isOpen) ?? state.claims.slice(0, Math.max(0, at)).findLast(isOpen);
  return next ? { ...state, cursor: next.id } : state;
}

/** Reverses the given decision, or the newest one that is not being reversed already. */
function undo(state: ReviewState, asked?: number): ReviewTransition {
  const taken = new Set(state.queue.flatMap((wish) => (wish.type === "undo" ? [wish.of] : [])));
  const open = [
    ...state.done.map(({ number }) => number),
    ...state.queue.flatMap((wish) => (wish.type === "decide" && !taken.has(wish.number) ? [wish.number] : [])),
  ];
  const number = asked === undefined ? open.at(-1) : open.find((one) => one === asked);
  if (number === undefined) return withoutFeedback(state);
  const done = state.done.find((one) => one.number === number);
  const at = state.queue.findIndex((wish) => wish.number === number);
  const queued = state.queue[at];
  const ids = done?.ids ?? (queued?.type === "decide" ? queued.decisions.map(({ id }) => id) : []);
  const mayHaveArrived = queued !== undefined && state.tried === queued.number;
  const back: QueuedRequest = {
    number: state.lastNumber + 1,
    type: "undo",
    of: number,
    ids,
    decision: done?.decision ?? null,
  };
  const next: ReviewState = {
    ...state,
    lastNumber: back.number,
    done: state.done.filter((one) => one !== done),
    queue: done || mayHaveArrived ? [...state.queue, back] : state.queue.filter((wish) => wish !== queued),
    own: without(state.own, ids),
    cursor: ids[0] ?? state.cursor,
    mode: "look",
  };
  return { state: next, told: [{ type: "undone", number, claims: state.claims.filter(({ id }) => ids.includes(id)) }] };
}

function answered(state: ReviewState, answer: ClaimDecisionsResult): ReviewTransition {
  const [wish, ...rest] = state.queue;
  if (!wish) return withoutFeedback(state);
  const known = new Map(
    [...answer.decided, ...answer.refused.flatMap(({ now }) => now ?? [])].map((one) => [one.id, one]),
  );
  const versions = new Map(answer.decided.map(({ id, version }) => [id, version]));
  const claims = state.claims.map((claim) => newer(claim, known.get(claim.id)));
  const done = toCompletedDecision(wish, answer);
  const isUndone = rest.some((one) => one.type === "undo" && one.of === wish.number);
  const queue = rest.flatMap((one): QueuedRequest[] => {
    if (one.type === "decide") return [withVersions(one, versions)];
    if (one.of !== wish.number) return [one];
    return done ? [{ ...one, decision: done.decision, ids: done.ids }] : [];
  });
  const refused = answer.refused.map(({ id }) => id);
  const next: ReviewState = {
    ...state,
    claims,
    queue,
    isSending: false,
    held: null,
    done: done && !isUndone ? [...state.done, done] : state.done,
    // A claim that somebody else decided stays in view; a claim that is open again becomes open.
    own:
      wish.type === "decide"
        ? without(
            state.own,
            refused.filter((id) => known.get(id)?.state === "pending"),
          )
        : state.own,
  };
  const told = answer.refused.map(({ id, error, now }): ReviewFeedback => {
    return { type: "refused", claim: now ?? findClaim(state, id), message: error.message, code: error.code };
  });
  return { state: next, told };
}

function toCompletedDecision(wish: QueuedRequest, answer: ClaimDecisionsResult): CompletedDecision | null {
  if (wish.type === "undo" || answer.decision_id === null || answer.decided.length === 0) return null;
  return { number: wish.number, ids: answer.decided.map(({ id }) => id), decision: answer.decision_id };
}

/**
 * Gives queued decisions the versions that this page's own earlier decisions created, because they refer to that state
 * of the claim.
 */
function withVersions(wish: QueuedRequest & { type: "decide" }, versions: ReadonlyMap<string, number>): QueuedRequest {
  if (!wish.decisions.some(({ id }) => versions.has(id))) return wish;
  return {
    ...wish,
    decisions: wish.decisions.map((one) => ({ ...one, version: versions.get(one.id) ?? one.version })),
  };
}

function failed(state: ReviewState, { failure, passing }: ReviewEvent & { type: "failed" }): ReviewTransition {
  const [wish, ...rest] = state.queue;
  if (!wish) return withoutFeedback(state);
  // The failed request stays first in the queue, and the later ones stay behind it.
  if (passing) return withoutFeedback({ ...state, isSending: false, held: failure });
  const back =
    wish.type === "undo" && wish.decision !== null ? [{ ...wish, number: wish.of, decision: wish.decision }] : [];
  const ids = wish.type === "decide" ? wish.decisions.map(({ id }) => id) : wish.ids;
  const next: ReviewState = {
    ...state,
    isSending: false,
    held: null,
    queue: rest.filter((one) => one.type === "decide" || one.of !== wish.number),
    done: [...state.done, ...back.map(({ number, ids: those, decision }) => ({ number, ids: those, decision }))],
    own: wish.type === "decide" ? without(state.own, ids) : [...without(state.own, ids), ...ids],
  };
  return { state: next, told: [{ type: "failed", failure, wish }] };
}

/**
 * Takes over a list from the service: keeps claims that were decided here or are open, and never replaces a claim by an
 * older version.
 */
function listed(state: ReviewState, fresh: readonly Claim[], total: number): ReviewState {
  const known = new Map(state.claims.map((claim) => [claim.id, claim]));
  const asked = new Set(
    state.queue.flatMap((wish) => (wish.type === "undo" ? wish.ids : wish.decisions.map(({ id }) => id))),
  );
  const own = new Set(state.own);
  const inList = new Set(fresh.map(({ id }) => id));
  const kept = state.claims.filter(
    ({ id }) => !inList.has(id) && (own.has(id) || asked.has(id) || id === state.cursor),
  );
  const claims = [...fresh.map((claim) => newer(known.get(claim.id) ?? claim, claim)), ...kept].sort(byPublication);
  const next: ReviewState = {
    ...state,
    claims,
    total,
    listed: new Set(fresh.filter((claim) => claim.state === "pending").map(({ id }) => id)),
    chosen: new Set([...state.chosen].filter((id) => claims.some((claim) => claim.id === id))),
  };
  if (findClaim(next, state.cursor)) return next;
  const first = claims.find((claim) => canDecideClaim(next, claim)) ?? claims[0];
  return { ...next, cursor: first?.id ?? null };
}

const newer = (known: Claim, told: Claim | undefined): Claim =>
  told && told.id === known.id && told.version >= known.version ? told : known;

const byPublication = (one: Claim, other: Claim) =>
  Date.parse(one.published_at) - Date.parse(other.published_at) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

const without = (ids: readonly string[], gone: readonly string[]) => ids.filter((id) => !gone.includes(id));

function minus(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of gone) next.delete(id);
  return next;
}
