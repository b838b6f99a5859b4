import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
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

/** `error.code` and `error.error_subcode` (developers.facebook.com, Graph API, "Handling Errors"); 0 where none is told. */
export function getErrorCodes(answer: PlatformResponse): { code: number; subcode: number } {
  const number = (name: string) => {
    const found = getJsonValue(getJsonValue(answer.json, "error"), name);
    return typeof found === "number" ? found : 0;
  };
  return { code: number("code"), subcode: number("error_subcode") };
}

/** 190: the access token has ended or was withdrawn. */
export const isTokenExpired = (answer: PlatformResponse): boolean =>
  answer.status === 401 || getErrorCodes(answer).code === 190;

/**
 * "The requested resource does not exist" of media that was made a moment ago or is even told as finished (trypost #280,
 * postiz #2047): of this answer alone it is known that nothing was published and that making it anew helps.
 */
export function isMediaNotFound(answer: PlatformResponse): boolean {
  const { code, subcode } = getErrorCodes(answer);
  return code === 24 && subcode === 4_279_009;
}

/** The call, the user, the app or all of it was asked too often. */
const tooOften: ReadonlySet<number> = new Set([4, 17, 32, 613]);
const unsaidWaitMs = 15 * 60_000;

/** 1 and 2 pass by themselves, as what is marked so; of a write nobody knows what became of it. */
export function isTransientError(answer: PlatformResponse): boolean {
  const { code } = getErrorCodes(answer);
  if (answer.status >= 500 || answer.status === 408 || code === 1 || code === 2) return true;
  return getJsonValue(getJsonValue(answer.json, "error"), "is_transient") === true;
}

/** What an answer other than success means; trouble is the caller's. */
export function toRefusedOutcome(
  answer: PlatformResponse,
  now: Date,
): Exclude<PublishOutcome, { is: "published" | "unknown" }> {
  const { code } = getErrorCodes(answer);
  if (answer.status === 429 || tooOften.has(code)) {
    const seconds = Number(answer.headers["retry-after"]);
    const ms = seconds > 0 ? Math.ceil(seconds * 1_000) : unsaidWaitMs;
    return { is: "wait", until: new Date(now.getTime() + ms), of: code === 4 ? "app" : "account" };
  }
  if (isTokenExpired(answer)) {
    return {
      is: "reconnect",
      error: createPublishError("auth", "Threads no longer lets Postwright post for this account."),
    };
  }
  if (code === 10 || (code >= 200 && code < 300) || answer.status === 403) {
    const what = "Threads does not let this account do that. It may be limited, or a permission was not given.";
    return { is: "rejected", error: createPublishError("forbidden", what) };
  }
  // "Threads Posts", Limitations; in which of the error's fields the name stands is not said there.
  // Graph API, "Handling Errors": `error_user_msg` is the one for people.
  const reason = quotePlatformReason(
    getJsonText(answer.json, "error", "error_user_msg") ?? getJsonText(answer.json, "error", "message"),
  );
  const isLinks = answer.body.includes("THREADS_API__LINK_LIMIT_EXCEEDED");
  const what = isLinks
    ? "The post has more than 5 different links, which Threads does not take."
    : `Something in the post does not suit it.${reason}`;
  return { is: "rejected", error: createPublishError("invalid", what) };
}
