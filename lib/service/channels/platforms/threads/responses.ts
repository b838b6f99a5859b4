import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { isProxyPage, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getJsonText,
  getJsonValue,
  type PlatformResponse,
  quotePlatformReason,
} from "#lib/service/channels/core/platform-response.ts";

export const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({
  reason,
  message,
});

/**
 * Returns `error.code` and `error.error_subcode` (developers.facebook.com, Graph API, "Handling Errors"); 0 for a
 * missing one.
 */
export function getErrorCodes(answer: PlatformResponse): { code: number; subcode: number } {
  const number = (name: string) => {
    const found = getJsonValue(getJsonValue(answer.json, "error"), name);
    return typeof found === "number" ? found : 0;
  };
  return { code: number("code"), subcode: number("error_subcode") };
}

/** 190: the access token has expired or was revoked. */
export const isTokenExpired = (answer: PlatformResponse): boolean =>
  answer.status === 401 || getErrorCodes(answer).code === 190;

/**
 * Tells if Threads answered "The requested resource does not exist" about a container that was just created or even
 * reported as finished (trypost #280, postiz #2047). Only this answer proves that nothing was published and that a new
 * container helps.
 */
export function isMediaNotFound(answer: PlatformResponse): boolean {
  const { code, subcode } = getErrorCodes(answer);
  return code === 24 && subcode === 4_279_009;
}

/** Rate limits of the call, the user, the application or all together. */
const tooOften: ReadonlySet<number> = new Set([4, 17, 32, 613]);
/** Subcodes of an account that may not post now. */
const restricted: ReadonlySet<number> = new Set([4_279_013, 2_207_051]);
const unsaidWaitMs = 15 * 60_000;

/**
 * Tells if an error is transient: 1, 2 and errors marked as transient. After such an answer to a write the outcome is
 * unknown.
 */
export function isTransientError(answer: PlatformResponse): boolean {
  const { code } = getErrorCodes(answer);
  if (answer.status >= 500 || answer.status === 408 || code === 1 || code === 2) return true;
  return getJsonValue(getJsonValue(answer.json, "error"), "is_transient") === true;
}

/** Returns the outcome of an answer other than success; the caller handles transient errors. */
export function toRefusedOutcome(
  answer: PlatformResponse,
  now: Date,
): Exclude<PublishOutcome, { type: "published" | "unknown" }> {
  const { code, subcode } = getErrorCodes(answer);
  if (answer.status === 429 || tooOften.has(code)) {
    const seconds = Number(answer.headers["retry-after"]);
    const ms = seconds > 0 ? Math.ceil(seconds * 1_000) : unsaidWaitMs;
    return { type: "wait", until: new Date(now.getTime() + ms), of: code === 4 ? "app" : "account" };
  }
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
  if (code === 10 || (code >= 200 && code < 300) || answer.status === 403) {
    const what = "Threads doesn't let this account do that. It may be limited, or a permission is missing.";
    return { type: "rejected", error: createPublishError("forbidden", what) };
  }
  // "Threads Posts", Limitations; the page does not say which field of the error has the name. Graph API, "Handling
  // Errors": `error_user_msg` is the one for people.
  const reason = quotePlatformReason(
    getJsonText(answer.json, "error", "error_user_msg") ?? getJsonText(answer.json, "error", "message"),
  );
  const isLinks = answer.body.includes("THREADS_API__LINK_LIMIT_EXCEEDED");
  const what = isLinks
    ? "The post has more than 5 different links, which Threads doesn't allow."
    : `Threads doesn't accept the content.${reason}`;
  return { type: "rejected", error: createPublishError("invalid", what) };
}
