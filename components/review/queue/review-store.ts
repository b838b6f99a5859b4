import { createStore } from "#components/ui/create-store.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Claim, ClaimDecisionsResult } from "#lib/contract/types.ts";
import { reduceReview } from "./review-reducer.ts";
import {
  createReviewState,
  type QueuedRequest,
  type ReviewEvent,
  type ReviewFeedback,
  type ReviewState,
} from "./review-state.ts";

/** Failures that another try may resolve: the queue waits for it. */
const transientErrorCodes: ReadonlySet<string> = new Set([
  "unreachable",
  "lost",
  "timed_out",
  "unavailable",
  "rate_limited",
]);

/** Ms until an unsent request is tried again, doubled with each try. */
const retryDelayMs = { first: 1_000, last: 15_000 };

type ReviewEffects = {
  /** Sends a request to the service; `repeatKey` is the idempotency key, the same for each try of one request. */
  send: (request: QueuedRequest, repeatKey: string) => Promise<Result<ClaimDecisionsResult>>;
  notify: (feedback: ReviewFeedback, state: ReviewState) => void;
  /** Called after the service made or reversed a decision. */
  onAnswered: () => void;
  createKey: () => string;
  /** Calls `run` after `ms`. */
  schedule: (run: () => void, ms: number) => void;
};

/**
 * Creates the review's store outside of React: a key acts on the newest state, however fast it follows the previous
 * key, and the queue is sent even after the page is left.
 */
export function createReviewStore(claims: readonly Claim[], total: number, effects: ReviewEffects) {
  const { get, set, subscribe } = createStore(createReviewState(claims, total));
  const keys = new Map<number, string>();
  let attempts = 0;

  function dispatch(event: ReviewEvent): void {
    const { state, feedback } = reduceReview(get(), event);
    set(state);
    for (const message of feedback) effects.notify(message, get());
    const { queue, isSending, blockingFailure } = get();
    if (queue[0] && !isSending && !blockingFailure) void sendRequest(queue[0]);
  }

  async function sendRequest(request: QueuedRequest): Promise<void> {
    const key = keys.get(request.number) ?? effects.createKey();
    keys.set(request.number, key);
    dispatch({ type: "sent" });
    const { ok, error } = await effects.send(request, key);
    if (ok) {
      attempts = 0;
      keys.delete(request.number);
      dispatch({ type: "answered", result: ok });
      return effects.onAnswered();
    }
    const isTransient = transientErrorCodes.has(error.code);
    dispatch({ type: "failed", failure: error, isTransient });
    if (!isTransient) return;
    attempts += 1;
    const retryAfterMs = error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : 0;
    effects.schedule(
      () => get().blockingFailure && dispatch({ type: "again" }),
      Math.max(retryAfterMs, Math.min(retryDelayMs.first * 2 ** (attempts - 1), retryDelayMs.last)),
    );
  }

  return {
    dispatch,
    get,
    subscribe,
  };
}

export type ReviewStore = ReturnType<typeof createReviewStore>;
