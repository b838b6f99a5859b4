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
  send: (wish: QueuedRequest, repeatKey: string) => Promise<Result<ClaimDecisionsResult>>;
  tell: (told: ReviewFeedback, state: ReviewState) => void;
  /** Called after the service made or reversed a decision. */
  onAnswered: () => void;
  newKey: () => string;
  /** Calls `run` after `ms`. */
  later: (run: () => void, ms: number) => void;
};

/**
 * Creates the review's store outside of React: a key acts on the newest state, however fast it follows the previous
 * key, and the queue is sent even after the page is left.
 */
export function createReviewStore(claims: readonly Claim[], total: number, effects: ReviewEffects) {
  const { get, set, subscribe } = createStore(createReviewState(claims, total));
  const keys = new Map<number, string>();
  let tries = 0;

  function dispatch(event: ReviewEvent): void {
    const { state, told } = reduceReview(get(), event);
    set(state);
    for (const feedback of told) effects.tell(feedback, get());
    const { queue, isSending, held } = get();
    if (queue[0] && !isSending && !held) void ask(queue[0]);
  }

  async function ask(wish: QueuedRequest): Promise<void> {
    const key = keys.get(wish.number) ?? effects.newKey();
    keys.set(wish.number, key);
    dispatch({ type: "sent" });
    const { ok, error } = await effects.send(wish, key);
    if (ok) {
      tries = 0;
      keys.delete(wish.number);
      dispatch({ type: "answered", answer: ok });
      return effects.onAnswered();
    }
    const isPassing = transientErrorCodes.has(error.code);
    dispatch({ type: "failed", failure: error, passing: isPassing });
    if (!isPassing) return;
    tries += 1;
    const seconds = error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : 0;
    effects.later(
      () => get().held && dispatch({ type: "again" }),
      Math.max(seconds, Math.min(retryDelayMs.first * 2 ** (tries - 1), retryDelayMs.last)),
    );
  }

  return {
    dispatch,
    get,
    subscribe,
  };
}

export type ReviewStore = ReturnType<typeof createReviewStore>;
