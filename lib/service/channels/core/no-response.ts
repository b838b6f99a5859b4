import type { Outcome, PlatformAnswer, PublishError } from "./connector.ts";

export type NoAnswer = Exclude<PlatformAnswer, { is: "answer" }>;

/**
 * What a call without an answer means; `why` is a sentence of ours already. A write that was lost may have arrived, so it
 * is unknown and never tried again unseen.
 */
export function ofNoAnswer(answer: NoAnswer): Exclude<Outcome, { is: "published" | "wait" }> {
  switch (answer.is) {
    case "unsent":
      return { is: "temporary", error: because("network", answer.why) };
    case "lost":
      return { is: "unknown" };
    case "refused":
      return { is: "rejected", error: because("network", answer.why) };
    case "signed_out":
      return { is: "reconnect", error: because("auth", answer.why) };
    default:
      return answer satisfies never;
  }
}

/** The same where nothing of it can be seen there yet: a lost upload is simply done again. */
export function ofUnpreparedAnswer(answer: NoAnswer): Extract<Outcome, { error: PublishError }> {
  const outcome = ofNoAnswer(answer);
  return outcome.is === "unknown" ? { is: "temporary", error: because("network", answer.why) } : outcome;
}

const because = (reason: PublishError["reason"], message: string): PublishError => ({ reason, message });
