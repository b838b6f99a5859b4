import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { isProxyPage, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getJsonText,
  type PlatformResponse,
  quotePlatformReason,
} from "#lib/service/channels/core/platform-response.ts";

/**
 * The version of LinkedIn's API that our code speaks. LinkedIn supports each for about a year (learn.microsoft.com,
 * "LinkedIn Marketing API Versioning"): from `warnFrom` on, the log tells the operator to update Postwright.
 * "Recent Marketing API Changes" of April to July 2026 breaks analytics and events alone (read in a copy of that page on 26
 * November 2026). For 202609 we know only of other programs that name it; nobody has read its pages or tried it with a key.
 */
export const apiVersion = { speaks: "202609", warnFrom: "2027-07-15", endsAbout: "September 2027" } as const;

/** Headers that every request needs ("Posts API", notes). */
export const versionHeaders = {
  "linkedin-version": apiVersion.speaks,
  "x-restli-protocol-version": "2.0.0",
} as const;

export const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({
  reason,
  message,
});
const rejected = (reason: PublishError["reason"], message: string): Extract<PublishOutcome, { type: "rejected" }> => ({
  type: "rejected",
  error: createPublishError(reason, message),
});

/** Returns the code and message of a refusal, for checks only, never for display. */
export const getErrorText = (answer: PlatformResponse): string =>
  ["code", "serviceErrorCode", "message"].map((name) => getJsonText(answer.json, name) ?? "").join(" ");

/** "Media asset failed processing" ("Posts API", errors): LinkedIn says the same of this image at each attempt. */
export const isProcessingFailed = (message: string): boolean =>
  /MEDIA_ASSET_PROCESSING_FAILED|failed processing/iu.test(message);

/** Refusals of "Error Handling" and "Posts API" that a repeat does not change; any other one is tried again. */
const finalStatuses: ReadonlySet<number> = new Set([400, 405, 411, 415, 422]);

/** Returns the outcome of an answer other than success; the caller handles 5xx and 408. */
export function toRefusedOutcome(
  answer: PlatformResponse,
  now: Date,
): Exclude<PublishOutcome, { type: "published" | "unknown" }> {
  const { status } = answer;
  const message = getErrorText(answer);
  if (status === 429) return toRateLimitWait(answer, now);
  // A conflict of two requests at LinkedIn ("Error Handling"): a repeat succeeds.
  if (status === 409)
    return { type: "temporary", error: createPublishError("server", "LinkedIn is busy with this account.") };
  if (status === 401) {
    return {
      type: "reconnect",
      error: createPublishError("auth", "LinkedIn no longer lets Postwright post for this account."),
    };
  }
  if (status === 426 || /NONEXISTENT_VERSION|version .* (?:is not active|sunset)/iu.test(message)) {
    const what =
      "LinkedIn has retired the version of its API that this Postwright uses. Your administrator must update it.";
    return rejected("server", what);
  }
  if (status === 413) return rejected("media", "LinkedIn doesn't accept one of the images.");
  if (isProxyPage(answer)) return toProxyPageOutcome("LinkedIn", answer);
  if (status === 403) {
    return rejected(
      "forbidden",
      "LinkedIn doesn't let this account post there. It may lack the permission or the page role.",
    );
  }
  // "Error Handling": the address or an entity that the post names does not exist, or a restricted API.
  if (status === 404) {
    const what = "LinkedIn doesn't find what the post names, or doesn't let Postwright's application post there.";
    return rejected("forbidden", what);
  }
  if (isProcessingFailed(message)) return rejected("media", "LinkedIn couldn't process an image.");
  if (/commentary/iu.test(message) && /length|too long/iu.test(message))
    return rejected("invalid", "The text is longer than LinkedIn allows: it counts some characters twice.");
  const reason = quotePlatformReason(getJsonText(answer.json, "message"));
  if (finalStatuses.has(status)) return rejected("invalid", `LinkedIn doesn't accept the content.${reason}`);
  const what = `LinkedIn refused the post and may accept it later.${reason}`;
  return { type: "temporary", error: createPublishError("server", what) };
}

const throttledMs = 5 * 60_000;

/**
 * Returns the wait after a 429. "Rate Limits": a limit of the day ends at midnight UTC and names itself, such as
 * "Resource level throttle APPLICATION_AND_MEMBER DAY limit"; any other 429 is a short protection of the service that
 * ends by itself. Neither names a time.
 */
function toRateLimitWait(answer: PlatformResponse, now: Date): Extract<PublishOutcome, { type: "wait" }> {
  const message = getErrorText(answer);
  if (!/\bDAY limit\b/iu.test(message)) {
    const seconds = Number(answer.headers["retry-after"]);
    const ms = seconds > 0 ? seconds * 1_000 : throttledMs;
    return { type: "wait", until: new Date(now.getTime() + ms), of: "account" };
  }
  return { type: "wait", until: getNextUtcDay(now), of: /\bAPPLICATION DAY\b/iu.test(message) ? "app" : "account" };
}

export function getNextUtcDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/**
 * Returns the item that a refused duplicate names: 422 with `DUPLICATE_POST` and its URN in the message (postiz #989).
 */
export function getDuplicate(answer: PlatformResponse): { urn: string | null } | null {
  const message = getErrorText(answer);
  if (answer.status !== 422 || !/duplicate/iu.test(message)) return null;
  return { urn: /urn:li:(?:share|ugcPost):\d{1,20}/u.exec(message)?.[0] ?? null };
}

/**
 * Returns the creation time of an item: the upper bits of its id are ms since 1970. LinkedIn does not document this;
 * checked on samples.
 */
export function getUrnTime(urn: string): Date | null {
  const number = /^urn:li:(?:share|ugcPost):(\d{1,20})$/u.exec(urn)?.[1];
  return number === undefined ? null : new Date(Number(BigInt(number) >> 22n));
}
