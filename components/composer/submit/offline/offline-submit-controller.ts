import type { RefObject } from "react";
import { getLocalItem, removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { getDraftKey, getQueuedSubmitKey } from "#components/composer/drafts/draft-storage-format.ts";
import { measureClockSkew } from "#components/composer/schedule/clock-skew.ts";
import type {
  ComposerEvent,
  ComposerPhase,
  ComposerState,
  SubmitIntent,
} from "#components/composer/state/composer-state.ts";
import {
  findSubmitProblem,
  getSubmissionDetails,
  type SubmitValidationOptions,
} from "#components/composer/state/submission/submit-validation.ts";
import { waitForConnection } from "#components/composer/wait-for-connection.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { getServerNow } from "#components/ui/server-clock.ts";
import { newId } from "#lib/new-id.ts";
import { getOfflineLabels } from "./offline-labels.ts";
import { getConfirmReason, type OfflineFeedback, parseQueuedSubmit, type QueuedSubmit } from "./queued-submit.ts";

export type OfflineSubmitOptions = {
  memberId: string;
  canSave: boolean;
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  /** Returns the options of the validation before a submission. */
  checkAt: () => SubmitValidationOptions;
  onObstacle: (found: string | null) => void;
  onTold: (told: OfflineFeedback) => void;
};

export type OfflineSubmitController = ReturnType<typeof createOfflineSubmitController>;

/** Failures after which the request is repeated with the same key. */
const retryableErrorCodes = new Set(["unreachable", "lost", "timed_out", "unavailable", "rate_limited"]);
const isQueued = ({ phase }: ComposerState) => phase.status === "held";
const isSubmitting = ({ phase }: ComposerState) => phase.status === "sending" || phase.status === "waiting";

/**
 * Creates the controller of one submission that waits for the connection, with the browser's storage, other tabs and the
 * network.
 */
export function createOfflineSubmitController(given: () => OfflineSubmitOptions) {
  /** The storage key of the queued submission. */
  let name: string | null = null;
  let before: ComposerPhase["status"] = "editing";
  let tries = 0;
  let end: AbortController | null = null;
  let onSettled: () => void = () => undefined;

  function keep(wait: QueuedSubmit): void {
    const { memberId, idNow } = given();
    const id = idNow();
    name = id === null ? null : getQueuedSubmitKey(memberId, id);
    if (name) setLocalItem(name, JSON.stringify(wait));
  }

  /** Submits the queued submission if it is still queued. A lock lets only one tab do so. */
  async function release(): Promise<void> {
    const { memberId, canSave, idNow, latest, dispatch, checkAt, onObstacle, onTold } = given();
    const { phase, draft } = latest.current;
    if (phase.status !== "held") return;
    const { intent, repeatKey } = phase;
    const one =
      name === null ? { intent, repeatKey, atMs: getServerNow().getTime() } : parseQueuedSubmit(getLocalItem(name));
    if (!one) {
      dispatch({ type: "wait-canceled" });
      // A submitted draft is removed from the browser, but a canceled submission leaves the draft there.
      const id = idNow();
      if (id !== null && getLocalItem(getDraftKey(memberId, id)) === null) onTold({ type: "elsewhere" });
      return;
    }
    // The device's clock may have been wrong all the time.
    await measureClockSkew();
    if (!isQueued(latest.current)) return;
    const why = getConfirmReason(one, draft.when, getServerNow());
    const found = why === null ? findSubmitProblem(draft, intent, checkAt()) : null;
    if (why !== null || found !== null) {
      dispatch({ type: "wait-canceled" });
      if (why !== null) onTold({ type: "late", intent, why });
      return onObstacle(found);
    }
    // A service without drafts may not support idempotency keys either, so after a lost answer the author decides.
    if (name && !canSave) removeLocalItem(name);
    announce(getOfflineLabels(intent).back);
    dispatch({ type: "submitted", intent, repeatKey: one.repeatKey, ...getSubmissionDetails(draft, checkAt()) });
    if (isSubmitting(latest.current)) {
      await new Promise<void>((resolve) => {
        onSettled = resolve;
      });
    }
    // The page was left before the answer; a repeat with the same key is safe.
    if (isSubmitting(latest.current)) return;
    const { phase: after } = latest.current;
    const code = after.status === "refused" ? after.failure.code : null;
    // After a sign-out the submission stays queued for its author.
    if (code === "unauthorized") return;
    if (name) removeLocalItem(name);
    if (code === null || !retryableErrorCodes.has(code) || !canSave) return;
    tries += 1;
    keep(one);
    dispatch({ type: "held", intent, repeatKey: one.repeatKey });
  }

  async function watch(signal: AbortSignal): Promise<void> {
    if (tries > 0 || !navigator.onLine) await waitForConnection(tries, signal);
    if (signal.aborted) return;
    // Without locks the service still accepts a draft only once.
    await (name && "locks" in navigator ? navigator.locks.request(name, release) : release());
  }

  return {
    /** Queues the submission at the author's request. */
    wait(intent: SubmitIntent): void {
      const one = { intent, repeatKey: newId(), atMs: getServerNow().getTime() };
      keep(one);
      tries = 0;
      given().dispatch({ type: "held", ...one });
      announce(getOfflineLabels(intent).waits);
    },
    /** Restores the queued submission of an earlier page. */
    resume(): void {
      const { memberId, idNow, dispatch } = given();
      const id = idNow();
      const one = id === null ? null : parseQueuedSubmit(getLocalItem(getQueuedSubmitKey(memberId, id)));
      if (id === null || !one) return;
      name = getQueuedSubmitKey(memberId, id);
      dispatch({ type: "held", ...one });
    },
    /** Reacts to a new phase of the composer. */
    onPhase(at: ComposerPhase["status"]): void {
      if (before === "held" && at === "editing" && name) removeLocalItem(name);
      const isNew = before !== at;
      before = at;
      if (at !== "sending" && at !== "waiting") onSettled();
      if (!isNew) return;
      end?.abort();
      end = null;
      if (at !== "held") return;
      end = new AbortController();
      void watch(end.signal);
    },
    leave(): void {
      end?.abort();
      onSettled();
    },
  };
}
