import type { SubmitIntent } from "#components/composer/state/composer-state.ts";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { findPublishTimeProblem, resolvePublishTime } from "#components/composer/state/publish-time.ts";

/**
 * A submission that waits for the connection, as the browser stores it beside its draft. `atMs` is the time of the
 * author's command.
 */
export type QueuedSubmit = { intent: SubmitIntent; repeatKey: string; atMs: number };

/** Feedback after an attempt to submit without a connection. `late` asks the author before anything is sent. */
export type OfflineFeedback = { type: "offline" | "late"; intent: SubmitIntent; why: string } | { type: "elsewhere" };

/**
 * Ms after which the author must confirm a queued submission, because a service knows an idempotency key only that
 * long.
 */
export const maxQueuedMs = 24 * 60 * 60_000;

/** Parses a queued submission; null for any other shape. */
export function parseQueuedSubmit(text: string | null): QueuedSubmit | null {
  try {
    const { intent, repeatKey, atMs } = JSON.parse(text ?? "null") ?? {};
    const isWhole = (intent === "send" || intent === "draft") && typeof repeatKey === "string" && repeatKey !== "";
    return isWhole && typeof atMs === "number" ? { intent, repeatKey, atMs } : null;
  } catch {
    return null;
  }
}

/**
 * Returns why the author must confirm a queued submission although the connection is back; null if it is sent at once.
 */
export function getConfirmReason({ intent, atMs }: QueuedSubmit, when: PublishTime, now: Date): string | null {
  if (intent === "send" && when.type === "at" && findPublishTimeProblem(when, resolvePublishTime(when, now))) {
    return "The time you chose passed while you were offline.";
  }
  return now.getTime() - atMs > maxQueuedMs ? "You asked for this more than a day ago." : null;
}
