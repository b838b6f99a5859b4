import type { PlatformResult, PublishError, PublishOutcome } from "./connector.ts";
import type { PlatformResponse } from "./platform-response.ts";

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

/**
 * Tells if a refusal (4xx) of an API that answers in JSON is somebody else's: a firewall, a proxy or Cloudflare answered
 * with a page of its own before the platform saw the request.
 */
export const isProxyPage = (answer: PlatformResponse): boolean => answer.json === undefined;

/** Returns the outcome of a refusal that is not the platform's own: the platform saw no request, and it may pass. */
export function toProxyPageOutcome(name: string, { status }: PlatformResponse): TemporaryOutcome {
  const message = `${name} or a proxy in front of it answered with status ${status} and no reason.`;
  return { type: "temporary", error: createPublishError("network", message) };
}

type TemporaryOutcome = Extract<PublishOutcome, { type: "temporary" }>;

const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({ reason, message });
