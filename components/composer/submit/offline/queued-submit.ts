import type { SubmitIntent } from "#components/composer/state/composer-state.ts";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { findPublishTimeProblem, resolvePublishTime } from "#components/composer/state/publish-time.ts";

/** A sending that waits for the connection, as it lies in the browser beside its draft. `atMs`: when it was asked for. */
export type QueuedSubmit = { intent: SubmitIntent; repeatKey: string; atMs: number };

/** What came of pressing send without a connection, or of waiting for it. `late` asks before anything is sent. */
export type OfflineFeedback = { is: "offline" | "late"; intent: SubmitIntent; why: string } | { is: "elsewhere" };

/** Ms after which what was asked for is asked once more: a service knows a repeated key for so long. */
export const maxQueuedMs = 24 * 60 * 60_000;

/** Reads it back; null for whatever else lies there. */
export function parseQueuedSubmit(text: string | null): QueuedSubmit | null {
  try {
    const { intent, repeatKey, atMs } = JSON.parse(text ?? "null") ?? {};
    const isWhole = (intent === "send" || intent === "draft") && typeof repeatKey === "string" && repeatKey !== "";
    return isWhole && typeof atMs === "number" ? { intent, repeatKey, atMs } : null;
  } catch {
    return null;
  }
}

/** Why it does not go out by itself although the connection is back; null when it does. */
export function getConfirmReason({ intent, atMs }: QueuedSubmit, when: PublishTime, now: Date): string | null {
  if (intent === "send" && when.is === "at" && findPublishTimeProblem(when, resolvePublishTime(when, now))) {
    return "The time you chose passed while you were offline.";
  }
  return now.getTime() - atMs > maxQueuedMs ? "You asked for this more than a day ago." : null;
}
