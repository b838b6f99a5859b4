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
import type { NotReady } from "#lib/service/channels/graph-api/media-container.ts";

/** Subcodes of "Error Codes" of the Instagram Platform (updated on 2 June 2026, read in November 2026). */
const errors = {
  mediaExpired: 2_207_020,
  mediaNotFound: 2_207_006,
  builderNotFound: 2_207_008,
  notReady: 2_207_027,
  spam: 2_207_051,
  dayIsFull: 2_207_042,
  accountRestricted: 2_207_050,
  notFetched: 2_207_052,
  tooLarge: 2_207_004,
  format: 2_207_005,
  ratio: 2_207_009,
  captionTooLong: 2_207_010,
};

const missing: ReadonlySet<number> = new Set([errors.mediaExpired, errors.mediaNotFound, errors.builderNotFound]);

/**
 * Tells if Instagram does not find a container. "Temporary error publishing a container": it may find the same one some
 * seconds later, and afterwards a new one helps.
 */
export const isContainerMissing = (answer: PlatformResponse): boolean => missing.has(getErrorCodes(answer).subcode);

/** Messages of refusals that the document gives, by subcode. */
const mediaMessages: ReadonlyMap<number, string> = new Map([
  [errors.tooLarge, "Instagram doesn't accept an image: it is too large."],
  [errors.format, "Instagram doesn't accept an image: it must be a JPEG."],
  [errors.ratio, "Instagram doesn't accept an image's shape: it must be between 4:5 and 1.91:1."],
  [
    errors.notFetched,
    "Instagram couldn't fetch an image. It fetches images from this installation's PUBLIC_URL, which must be reachable from the internet.",
  ],
]);

const dayIsFullMs = 30 * 60_000;

/** Returns the outcome of a refusal; transient errors and missing containers are handled before. */
export function toRefusedOutcome(answer: PlatformResponse, now: Date): NotReady {
  const { code, subcode } = getErrorCodes(answer);
  // Its code 4 is that of a rate limit.
  if (subcode === errors.spam) {
    const what = "Instagram takes the post for spam. Check the account in the Instagram app, or change the text.";
    return { type: "rejected", error: createPublishError("forbidden", what) };
  }
  const wait = toRateLimitWait(answer, now);
  if (wait) return wait;
  if (isTokenExpired(answer)) {
    const what = "Instagram no longer lets Postwright post for this account.";
    return { type: "reconnect", error: createPublishError("auth", what) };
  }
  if (isProxyPage(answer)) return toProxyPageOutcome("Instagram", answer);
  if (subcode === errors.dayIsFull)
    return { type: "wait", until: new Date(now.getTime() + dayIsFullMs), of: "account" };
  if (subcode === errors.notReady) {
    const error = createPublishError("media", "Instagram is still processing the images.");
    return { type: "temporary", error, retryAfterMs: 15_000 };
  }
  if (subcode === errors.accountRestricted) {
    const what =
      "Instagram has restricted this account or made it inactive. Sign in to the Instagram app and do what it asks for.";
    return { type: "rejected", error: createPublishError("forbidden", what) };
  }
  const ofMedia = mediaMessages.get(subcode);
  if (ofMedia !== undefined) return { type: "rejected", error: createPublishError("media", ofMedia) };
  if (subcode === errors.captionTooLong) {
    const what = "The text is too long for Instagram: 2,200 characters, 30 hashtags and 20 mentions at most.";
    return { type: "rejected", error: createPublishError("invalid", what) };
  }
  if (code === 3 || code === 10 || (code >= 200 && code < 300) || isObjectMissing(answer)) {
    const what = "Instagram doesn't let this account do that. It may be limited, or a permission is missing.";
    return { type: "rejected", error: createPublishError("forbidden", what) };
  }
  const reason = quotePlatformReason(getErrorMessage(answer));
  if (code === 100) {
    return { type: "rejected", error: createPublishError("invalid", `Instagram doesn't accept the content.${reason}`) };
  }
  const what = `Instagram refused the post and may accept it later.${reason}`;
  return { type: "temporary", error: createPublishError("server", what) };
}
