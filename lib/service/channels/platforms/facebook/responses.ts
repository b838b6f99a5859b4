import type { OutgoingPart, PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
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

/** The outcome of a refusal; the caller handles transient errors. */
type RefusedOutcome = Exclude<PublishOutcome, { type: "published" }>;

/** "Handling Errors" says to wait and to repeat a blocked operation, but not how long. */
const blockedMs = 60 * 60_000;

const duplicate = createPublishError(
  "duplicate",
  "Facebook doesn't allow the same post twice in a row. Change the text, then try again.",
);
const blocked = createPublishError(
  "forbidden",
  "Facebook has blocked this Page from posting for a while. Check the Page's messages on Facebook.",
);
const noPermission = createPublishError(
  "forbidden",
  "Facebook doesn't let Postwright post on this Page. Check your role on the Page and the permissions of Postwright, then reconnect the channel.",
);

/** Tells if a refusal concerns the content: 100 is an invalid parameter, 1609005 a link that can't be posted. */
export function isContentRefused(answer: PlatformResponse): boolean {
  const { code, subcode } = getErrorCodes(answer);
  return (code === 100 && subcode !== 33) || code === 1_609_005;
}

/**
 * Returns the outcome of an answer other than success, by "Handling Errors". A refusal without a row there is tried
 * again.
 */
export function toRefusedOutcome(answer: PlatformResponse, part: OutgoingPart, now: Date): RefusedOutcome {
  const { code } = getErrorCodes(answer);
  const wait = toRateLimitWait(answer, now);
  if (wait) return wait;
  if (isTokenExpired(answer)) {
    const what = "Facebook no longer lets Postwright post on this Page.";
    return { type: "reconnect", error: createPublishError("auth", what) };
  }
  if (isProxyPage(answer)) return toProxyPageOutcome("Facebook", answer);
  if (code === 368)
    return { type: "wait", until: new Date(now.getTime() + blockedMs), of: "account", problem: blocked };
  // At the first send the duplicate is another post; at a repeat most likely this one.
  if (code === 506) return part.resends > 0 ? { type: "unknown", refused: duplicate } : toRejected(duplicate);
  if (code === 3 || code === 10 || (code >= 200 && code < 300) || isObjectMissing(answer)) {
    return toRejected(noPermission);
  }
  const reason = quotePlatformReason(getErrorMessage(answer));
  if (isContentRefused(answer)) {
    return toRejected(createPublishError("invalid", `Facebook doesn't accept the content.${reason}`));
  }
  const what = `Facebook refused the post and may accept it later.${reason}`;
  return { type: "temporary", error: createPublishError("server", what) };
}

const toRejected = (error: PublishError): RefusedOutcome => ({ type: "rejected", error });
