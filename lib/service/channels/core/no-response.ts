import type { PlatformResult, PublishError, PublishOutcome } from "./connector.ts";

export type NoResponse = Exclude<PlatformResult, { is: "answer" }>;

/**
 * Returns the outcome of a call without an answer; `why` is a sentence of ours already. A lost write may have arrived,
 * so it is `unknown` and never repeated without a lookup.
 */
export function toNoResponseOutcome(answer: NoResponse): Exclude<PublishOutcome, { is: "published" | "wait" }> {
  switch (answer.is) {
    case "unsent":
      return { is: "temporary", error: createPublishError("network", answer.why) };
    case "lost":
      return { is: "unknown" };
    case "refused":
      return { is: "rejected", error: createPublishError("network", answer.why) };
    case "signed_out":
      return { is: "reconnect", error: createPublishError("auth", answer.why) };
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
  return outcome.is === "unknown" ? { is: "temporary", error: createPublishError("network", answer.why) } : outcome;
}

const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({ reason, message });
