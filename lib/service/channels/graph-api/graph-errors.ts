import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { getJsonText, getJsonValue, type PlatformResponse } from "#lib/service/channels/core/platform-response.ts";

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

/** 1 and 2, "Handling Errors"; -1 and -2, "Error Codes" of the Instagram Platform (updated on 2 June 2026). */
const transientCodes: ReadonlySet<number> = new Set([-2, -1, 1, 2]);

/** Tells if an error is transient. After such an answer to a write the outcome is unknown. */
export function isTransientError(answer: PlatformResponse): boolean {
  if (answer.status >= 500 || answer.status === 408 || transientCodes.has(getErrorCodes(answer).code)) return true;
  return getJsonValue(getJsonValue(answer.json, "error"), "is_transient") === true;
}

/** Rate limits of the call, the user, the application or all together. */
const tooOften: ReadonlySet<number> = new Set([4, 17, 32, 613]);
const unsaidWaitMs = 15 * 60_000;

/** Returns the wait of an answer that reports a rate limit; null for any other answer. */
export function toRateLimitWait(answer: PlatformResponse, now: Date): Extract<PublishOutcome, { type: "wait" }> | null {
  const { code } = getErrorCodes(answer);
  if (answer.status !== 429 && !tooOften.has(code)) return null;
  const seconds = Number(answer.headers["retry-after"]);
  const ms = seconds > 0 ? Math.ceil(seconds * 1_000) : unsaidWaitMs;
  return { type: "wait", until: new Date(now.getTime() + ms), of: code === 4 ? "app" : "account" };
}

/** Returns the platform's reason. "Handling Errors": `error_user_msg` is the one for people. */
export const getErrorMessage = (answer: PlatformResponse): string | null =>
  getJsonText(answer.json, "error", "error_user_msg") ?? getJsonText(answer.json, "error", "message");
