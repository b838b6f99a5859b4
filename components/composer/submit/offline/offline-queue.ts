import type { RefObject } from "react";
import { getLocalItem, removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { getDraftKey, getQueuedSubmitKey } from "#components/composer/drafts/draft-storage.ts";
import { measureClockSkew } from "#components/composer/schedule/clock-skew.ts";
import { getServerNow } from "#components/composer/schedule/server-clock.ts";
import type {
  ComposerEvent,
  ComposerPhase,
  ComposerState,
  SubmitIntent,
} from "#components/composer/state/composer-state.ts";
import {
  findSubmitProblem,
  type SubmitValidationOptions,
} from "#components/composer/state/submission/submit-validation.ts";
import { waitForConnection } from "#components/composer/wait-for-connection.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { newId } from "#lib/new-id.ts";
import { getOfflineLabels } from "./offline-labels.ts";
import { getConfirmReason, type OfflineFeedback, parseQueuedSubmit, type QueuedSubmit } from "./queued-submit.ts";

export type OfflineQueueOptions = {
  memberId: string;
  canSave: boolean;
  idNow: () => string | null;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  /** What is looked at before it leaves. */
  checkAt: () => SubmitValidationOptions;
  onObstacle: (found: string | null) => void;
  onTold: (told: OfflineFeedback) => void;
};

export type OfflineQueue = ReturnType<typeof createOfflineQueue>;

/** Failures after which the same is asked again by the same key. */
const retryableErrorCodes = new Set(["unreachable", "lost", "timed_out", "unavailable", "rate_limited"]);
const isQueued = ({ phase }: ComposerState) => phase.at === "held";
const isSubmitting = ({ phase }: ComposerState) => phase.at === "sending" || phase.at === "waiting";

/** A sending that waits for the connection, with its surroundings: the browser's storage, other tabs, the network. */
export function createOfflineQueue(given: () => OfflineQueueOptions) {
  /** Where the waiting lies in the browser. */
  let name: string | null = null;
  let before: ComposerPhase["at"] = "editing";
  let tries = 0;
  let end: AbortController | null = null;
  let onSettled: () => void = () => undefined;

  function keep(wait: QueuedSubmit): void {
    const { memberId, idNow } = given();
    const id = idNow();
    name = id === null ? null : getQueuedSubmitKey(memberId, id);
    if (name) setLocalItem(name, JSON.stringify(wait));
  }

  /** Sends what waits. Only one tab does, and only while it still waits. */
  async function release(): Promise<void> {
    const { memberId, canSave, idNow, latest, dispatch, checkAt, onObstacle, onTold } = given();
    const { phase, draft } = latest.current;
    if (phase.at !== "held") return;
    const { intent, repeatKey } = phase;
    const one =
      name === null ? { intent, repeatKey, atMs: getServerNow().getTime() } : parseQueuedSubmit(getLocalItem(name));
    if (!one) {
      dispatch({ type: "wait-canceled" });
      // What was sent is gone from the browser, what was called off is not.
      const id = idNow();
      if (id !== null && getLocalItem(getDraftKey(memberId, id)) === null) onTold({ is: "elsewhere" });
      return;
    }
    // The device's own clock may be wrong, or have been off all the while.
    await measureClockSkew();
    if (!isQueued(latest.current)) return;
    const why = getConfirmReason(one, draft.when, getServerNow());
    const found = why === null ? findSubmitProblem(draft, intent, checkAt()) : null;
    if (why !== null || found !== null) {
      dispatch({ type: "wait-canceled" });
      if (why !== null) onTold({ is: "late", intent, why });
      return onObstacle(found);
    }
    // A service that knows no drafts may not know repeats either: after a lost answer a person decides.
    if (name && !canSave) removeLocalItem(name);
    announce(getOfflineLabels(intent).back);
    dispatch({ type: "submitted", intent, repeatKey: one.repeatKey });
    if (isSubmitting(latest.current)) {
      await new Promise<void>((resolve) => {
        onSettled = resolve;
      });
    }
    // The page was left meanwhile: what came of it is not known here, and a repeat under the same key is safe.
    if (isSubmitting(latest.current)) return;
    const { phase: after } = latest.current;
    const code = after.at === "refused" ? after.failure.code : null;
    // Signed out, it goes on waiting for who asked for it.
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
    // Where there are no locks the service still takes a draft once.
    await (name && "locks" in navigator ? navigator.locks.request(name, release) : release());
  }

  return {
    /** The author lets it wait. */
    wait(intent: SubmitIntent): void {
      const one = { intent, repeatKey: newId(), atMs: getServerNow().getTime() };
      keep(one);
      tries = 0;
      given().dispatch({ type: "held", ...one });
      announce(getOfflineLabels(intent).waits);
    },
    /** What waited when the page was left goes on waiting. */
    resume(): void {
      const { memberId, idNow, dispatch } = given();
      const id = idNow();
      const one = id === null ? null : parseQueuedSubmit(getLocalItem(getQueuedSubmitKey(memberId, id)));
      if (id === null || !one) return;
      name = getQueuedSubmitKey(memberId, id);
      dispatch({ type: "held", ...one });
    },
    /** The phase of the composer is another one. */
    onPhase(at: ComposerPhase["at"]): void {
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
