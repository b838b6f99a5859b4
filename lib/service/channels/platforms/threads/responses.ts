import type { PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { isProxyPage, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import { type PlatformResponse, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import {
  createPublishError,
  getErrorCodes,
  getErrorMessage,
  isObjectMissing,
  isTokenExpired,
  toRateLimitWait,
} from "#lib/service/channels/graph-api/graph-errors.ts";

/**
 * Tells if Threads answered "The requested resource does not exist" about a container that was just created or even
 * reported as finished (trypost #280, postiz #2047). Only this answer proves that nothing was published and that a new
 * container helps.
 */
export function isMediaNotFound(answer: PlatformResponse): boolean {
  const { code, subcode } = getErrorCodes(answer);
  return code === 24 && subcode === 4_279_009;
}

/** Subcodes of an account that may not post now. */
const restricted: ReadonlySet<number> = new Set([4_279_013, 2_207_051]);
const blockedMs = 60 * 60_000;

/**
 * Returns the outcome of an answer other than success, by "Handling Errors" and the pages of Threads; the caller handles
 * transient errors. A refusal without a row there is tried again.
 */
export function toRefusedOutcome(
  answer: PlatformResponse,
  now: Date,
): Exclude<PublishOutcome, { type: "published" | "unknown" }> {
  const { code, subcode } = getErrorCodes(answer);
  const wait = toRateLimitWait(answer, now);
  if (wait) return wait;
  if (isTokenExpired(answer)) {
    return {
      type: "reconnect",
      error: createPublishError("auth", "Threads no longer lets Postwright post for this account."),
    };
  }
  if (isProxyPage(answer)) return toProxyPageOutcome("Threads", answer);
  if (restricted.has(subcode)) {
    const what = "Threads has restricted this account and doesn't let it post now. Check the account at threads.com.";
    return { type: "rejected", error: createPublishError("forbidden", what) };
  }
  // "Handling Errors": 368 ends by itself, "Wait and retry the operation".
  if (code === 368) {
    const what = "Threads has blocked this account's posts for a while because of its policies. Check the account.";
    const until = new Date(now.getTime() + blockedMs);
    return { type: "wait", until, of: "account", problem: createPublishError("forbidden", what) };
  }
  if (code === 506) {
    const what = "Threads rejects it because this account has just posted the same text.";
    return { type: "rejected", error: createPublishError("duplicate", what) };
  }
  if (isObjectMissing(answer)) {
    const what = "Threads doesn't find this account or the post that this part replies to, or may not show it.";
    return { type: "rejected", error: createPublishError("gone", what) };
  }
  if (code === 3 || code === 10 || (code >= 200 && code < 300)) {
    const what = "Threads doesn't let this account do that. It may be limited, or a permission is missing.";
    return { type: "rejected", error: createPublishError("forbidden", what) };
  }
  // "Threads Posts", Limitations; the page does not say which field of the error has the name.
  if (answer.body.includes("THREADS_API__LINK_LIMIT_EXCEEDED")) {
    const what = "The post has more than 5 different links, which Threads doesn't allow.";
    return { type: "rejected", error: createPublishError("invalid", what) };
  }
  const reason = quotePlatformReason(getErrorMessage(answer));
  if (code === 100 || code === 1_609_005)
    return { type: "rejected", error: createPublishError("invalid", `Threads doesn't accept the content.${reason}`) };
  const what = `Threads refused the post and may accept it later.${reason}`;
  return { type: "temporary", error: createPublishError("server", what) };
}
