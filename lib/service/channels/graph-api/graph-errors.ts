import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import {
  getJsonCount,
  getJsonText,
  getJsonValue,
  type PlatformResponse,
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

/** "Handling Errors": with 102 and 190 the access token has expired or was revoked. */
const expiredCodes: ReadonlySet<number> = new Set([102, 190]);

export const isTokenExpired = (answer: PlatformResponse): boolean =>
  answer.status === 401 || expiredCodes.has(getErrorCodes(answer).code);

/**
 * Tells if Meta answers 100 with 33: the object "does not exist, cannot be loaded due to missing permissions, or does not
 * support this operation" (Graph API). Valid tokens got it for containers and posts during a fault of Meta
 * (events-tracker #1900, May 2026).
 */
export function isObjectMissing(answer: PlatformResponse): boolean {
  const { code, subcode } = getErrorCodes(answer);
  return code === 100 && subcode === 33;
}

/** 1 and 2, "Handling Errors"; -1 and -2, "Error Codes" of the Instagram Platform (updated on 2 June 2026). */
const transientCodes: ReadonlySet<number> = new Set([-2, -1, 1, 2]);

/** Tells if an error is transient. After such an answer to a write the outcome is unknown. */
export function isTransientError(answer: PlatformResponse): boolean {
  if (answer.status >= 500 || answer.status === 408 || transientCodes.has(getErrorCodes(answer).code)) return true;
  return getJsonValue(getJsonValue(answer.json, "error"), "is_transient") === true;
}

/**
 * Rate limits: "Handling Errors", and "Rate Limits" for those of a Page (80001) and of an Instagram account (80002).
 */
const tooOften: ReadonlySet<number> = new Set([4, 17, 32, 341, 613, 80_001, 80_002]);
/** Limits of the whole application: 4 of its users, 341 of itself. */
const ofApplication: ReadonlySet<number> = new Set([4, 341]);
const unsaidWaitMs = 15 * 60_000;

/** Returns the wait of an answer that reports a rate limit; null for any other answer. */
export function toRateLimitWait(answer: PlatformResponse, now: Date): Extract<PublishOutcome, { type: "wait" }> | null {
  const { code } = getErrorCodes(answer);
  if (answer.status !== 429 && !tooOften.has(code)) return null;
  const seconds = Number(answer.headers["retry-after"]);
  const ms = seconds > 0 ? Math.ceil(seconds * 1_000) : (getUsageWaitMs(answer) ?? unsaidWaitMs);
  return { type: "wait", until: new Date(now.getTime() + ms), of: ofApplication.has(code) ? "app" : "account" };
}

/**
 * Reads `X-Business-Use-Case-Usage` ("Rate Limits"): for each account a list of limits, each with the minutes until it
 * allows calls again. Null without a time.
 */
function getUsageWaitMs(answer: PlatformResponse): number | null {
  const usage = parseJson(answer.headers["x-business-use-case-usage"] ?? "");
  const limits = typeof usage === "object" && usage !== null ? Object.values(usage).flat() : [];
  const minutes = limits.map((limit) => getJsonCount(limit, "estimated_time_to_regain_access") ?? 0);
  const most = Math.max(0, ...minutes);
  return most > 0 ? most * 60_000 : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the platform's reason. "Handling Errors": `error_user_msg` is the one for people. */
export const getErrorMessage = (answer: PlatformResponse): string | null =>
  getJsonText(answer.json, "error", "error_user_msg") ?? getJsonText(answer.json, "error", "message");
