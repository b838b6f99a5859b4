import type {
  PlatformResult,
  PublishError,
  PublishErrorReason,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { isProxyPage, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import { parseDpopNonce } from "./dpop.ts";

type XrpcResponse = Extract<PlatformResult, { type: "answer" }>;

/** Returns the name of the error in an XRPC answer (atproto.com/specs/xrpc#error-responses). */
export function getErrorName(answer: PlatformResult): string | null {
  const name = answer.type === "answer" ? (answer.json as { error?: unknown } | null | undefined)?.error : null;
  return typeof name === "string" ? name : null;
}

export const createPublishError = (reason: PublishErrorReason, message: string): PublishError => ({ reason, message });

/**
 * Returns the end of a rate limit from a 429. docs.bsky.app, "Rate Limits": `ratelimit-reset` is Unix time in seconds,
 * `retry-after` seconds from now.
 */
export function getRateLimitEnd(answer: XrpcResponse, now: Date): Date | null {
  const reset = Number(answer.headers["ratelimit-reset"]);
  if (Number.isFinite(reset) && reset > 0) return new Date(reset * 1_000);
  const seconds = Number(answer.headers["retry-after"]);
  return Number.isFinite(seconds) && seconds > 0 ? new Date(now.getTime() + seconds * 1_000) : null;
}

/** Returns the end of the period if the account has no requests left in it, from the headers of any answer. */
export function getRateLimitReset(answer: XrpcResponse): Date | undefined {
  if (answer.headers["ratelimit-remaining"] !== "0") return undefined;
  const reset = Number(answer.headers["ratelimit-reset"]);
  return Number.isFinite(reset) && reset > 0 ? new Date(reset * 1_000) : undefined;
}

/**
 * Returns the outcome of a refused call that changed nothing: 429, 401, 403 and other 4xx; 5xx for calls that may be
 * repeated.
 */
export function toRefusedOutcome(
  answer: XrpcResponse,
  now: Date,
): Exclude<PublishOutcome, { type: "published" | "unknown" }> {
  const name = getErrorName(answer);
  if (answer.status === 429) {
    const until = getRateLimitEnd(answer, now);
    if (until !== null) return { type: "wait", until };
    return {
      type: "temporary",
      error: createPublishError("quota", "Bluesky accepts no more requests of this account for now."),
    };
  }
  if (answer.status >= 500 || answer.status === 408 || parseDpopNonce(answer).isRefused) {
    return { type: "temporary", error: createPublishError("server", "The Bluesky server had an error.") };
  }
  if (name !== null && gone.has(name)) {
    return {
      type: "rejected",
      error: createPublishError("forbidden", "Bluesky has closed or suspended this account."),
    };
  }
  if (answer.status === 401 || name === "InvalidToken") {
    return { type: "reconnect", error: createPublishError("auth", "Bluesky no longer accepts our access.") };
  }
  if (isProxyPage(answer) && answer.status !== 413) return toProxyPageOutcome("Bluesky", answer);
  // Another write to the account's repository came in between (com.atproto.repo.createRecord); our key makes a repeat safe.
  if (name === "InvalidSwap") {
    return { type: "temporary", error: createPublishError("server", "The Bluesky server was busy with this account.") };
  }
  if (answer.status === 403) {
    return {
      type: "rejected",
      error: createPublishError("forbidden", "Bluesky doesn't let Postwright do that with this account."),
    };
  }
  if (name === "InvalidMimeType" || name === "InvalidSize") {
    return { type: "rejected", error: createPublishError("media", "Bluesky rejected one of the images.") };
  }
  if (answer.status === 413) {
    return {
      type: "rejected",
      error: createPublishError("media", "An image is larger than this Bluesky server allows."),
    };
  }
  return {
    type: "rejected",
    error: createPublishError(
      "invalid",
      `Bluesky rejected this post.${quotePlatformReason(getJsonText(answer.json, "message"))}`,
    ),
  };
}

const gone: ReadonlySet<string> = new Set([
  "AccountTakedown",
  "AccountDeactivated",
  "RepoTakendown",
  "RepoDeactivated",
]);
