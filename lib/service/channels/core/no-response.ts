import type { PlatformResult, PublishError, PublishOutcome } from "./connector.ts";

export type NoResponse = Exclude<PlatformResult, { type: "answer" }>;

/**
 * Returns the outcome of a call without an answer; `why` is a sentence of ours already. A lost write may have arrived,
 * so it is `unknown` and never repeated without a lookup.
 */
export function toNoResponseOutcome(answer: NoResponse): Exclude<PublishOutcome, { type: "published" | "wait" }> {
  switch (answer.type) {
    case "unsent":
      return { type: "temporary", error: createPublishError("network", answer.why) };
    case "lost":
      return { type: "unknown" };
    case "refused":
      return { type: "rejected", error: createPublishError("network", answer.why) };
    case "signed_out":
      return { type: "reconnect", error: createPublishError("auth", answer.why) };
    default:
      return answer satisfies never;
  }
}

/**
 * Returns the outcome of a call without an answer during preparation: nothing is public yet, so a lost upload is simply
 * repeated.
 */
export function toUnpreparedOutcome(answer: NoResponse): Extract<PublishOutcome, { error: PublishError }> {
  const outcome = toNoResponseOutcome(answer);
  return outcome.type === "unknown" ? { type: "temporary", error: createPublishError("network", answer.why) } : outcome;
}

const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({ reason, message });
