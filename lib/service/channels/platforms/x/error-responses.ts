import type { PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { isProxyPage, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getClockSkewMs,
  getJsonText,
  type PlatformResponse,
  quotePlatformReason,
} from "#lib/service/channels/core/platform-response.ts";

type RefusedOutcome = Exclude<PublishOutcome, { type: "published" | "unknown" }>;

export const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({
  reason,
  message,
});

/** X's rate limits, the widest first: of the application by day, of the user by day, of the user by 15 minutes. */
const limits = [
  { name: "x-app-limit-24hour", of: "app" },
  { name: "x-user-limit-24hour", of: "account" },
  { name: "x-rate-limit", of: "account" },
] as const;

type RateLimit = { until: Date; of: "account" | "app" };

/**
 * Returns the exhausted limit from the headers of an answer, and its end: `…-reset` is in Unix seconds by X's clock
 * (docs.x.com, x-api/fundamentals/rate-limits), so the answer's own `Date` gives the duration.
 */
export function getExhaustedLimit(answer: PlatformResponse, now: Date): RateLimit | null {
  for (const { name, of } of limits) {
    if (answer.headers[`${name}-remaining`] !== "0") continue;
    const until = resetOf(answer, name, now);
    if (until) return { until, of };
  }
  return null;
}

function resetOf(answer: PlatformResponse, name: string, now: Date): Date | null {
  const seconds = Number(answer.headers[`${name}-reset`] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1_000 - getClockSkewMs(answer, now)) : null;
}

/** Returns the text of X's problem document (openapi `Problem`) for checks; people see only `getQuotedReason`. */
const getErrorText = (answer: PlatformResponse): string =>
  [
    ...["type", "title", "detail", "reason"].map((name) => getJsonText(answer.json, name) ?? ""),
    getJsonText(answer.json, "errors", 0, "message") ?? getJsonText(answer.json, "errors", 0, "detail") ?? "",
  ].join(" ");

const getQuotedReason = (answer: PlatformResponse): string =>
  quotePlatformReason(getJsonText(answer.json, "errors", 0, "message") ?? getJsonText(answer.json, "detail"));

/** Tells if X refuses a duplicate: 403 with "…duplicate content" in its detail is the only sign of it. */
export const isDuplicateError = (answer: PlatformResponse): boolean =>
  answer.status === 403 && /duplicate content/iu.test(getErrorText(answer));

export const duplicatePostError = createPublishError(
  "duplicate",
  "X rejects it because this account has already posted the same text.",
);

const rejected = (reason: PublishError["reason"], message: string): RefusedOutcome => ({
  type: "rejected",
  error: createPublishError(reason, message),
});

/**
 * Tells if the application's credits, usage cap or spend cap are used up: X answers with 429, 403 or 402. 403 has title
 * `SpendCapReached` or type `…/problems/spend-cap-reached`, "Your monthly spend cap has been reached." (docs.x.com,
 * x-api/getting-started/pricing, "Spending limits"; the text as X has sent it since September 2026).
 */
export const isBillingError = (answer: PlatformResponse): boolean =>
  answer.status === 402 ||
  /usage-?capped|UsageCapExceeded|credits-?depleted|spend[- ]?cap/iu.test(getErrorText(answer));

/** X does not announce a raised cap, so one post tries again each hour. */
const unpaidAgainMs = 3_600_000;
const billing =
  "the credits or the spend cap of Postwright's application there are used up, which your administrator can raise at X";

/** An invalid request, and an image that is too large or of a wrong type. */
const finalStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** Returns the outcome of an answer other than success; the caller handles 5xx. `part` is 1 for the first. */
export function toRefusedOutcome(
  answer: PlatformResponse,
  options: { now: Date; part: number; what: "text" | "image" },
): RefusedOutcome {
  const { status } = answer;
  const message = getErrorText(answer);
  // The bill is the application's, so other accounts have to wait too.
  if (isBillingError(answer)) {
    const until = new Date(options.now.getTime() + unpaidAgainMs);
    return { type: "wait", until, of: "app", problem: createPublishError("billing", billing) };
  }
  if (status === 429) {
    const limit = getExhaustedLimit(answer, options.now) ?? plainLimit(answer, options.now);
    if (limit) return { type: "wait", ...limit };
    return { type: "temporary", error: createPublishError("quota", "X asked us to slow down.") };
  }
  if (status === 401) {
    return {
      type: "reconnect",
      error: createPublishError("auth", "X no longer lets Postwright post for this account."),
    };
  }
  if (isProxyPage(answer) && status >= 400 && status !== 413) return toProxyPageOutcome("X", answer);
  const reason = getQuotedReason(answer);
  if (status === 403) return refusalOf403(message, reason, options);
  if ((status === 404 || status === 410) && options.part > 1)
    return rejected("gone", "X couldn't find the post that this part replies to.");
  // "Response codes & errors" has no other refusal for these requests: its 409 is about streams.
  if (!finalStatuses.has(status)) {
    const what = `X refused the post with status ${status} and may accept it later.${reason}`;
    return { type: "temporary", error: createPublishError("server", what) };
  }
  if (options.what === "image") {
    return rejected("media", `X rejected an image: its size, its type or its content.${reason}`);
  }
  return rejected("invalid", `X rejected the text: it may break one of X's rules.${reason}`);
}

function plainLimit(answer: PlatformResponse, now: Date): RateLimit | null {
  const until = resetOf(answer, "x-rate-limit", now);
  return until && { until, of: "account" };
}

function refusalOf403(
  message: string,
  reason: string,
  options: { part: number; what: "text" | "image" },
): RefusedOutcome {
  if (/duplicate content/iu.test(message)) {
    return { type: "rejected", error: duplicatePostError };
  }
  if (/deleted or not visible/iu.test(message))
    return rejected("gone", "The post that this part replies to no longer exists.");
  if (/too long/iu.test(message)) return rejected("invalid", "The text is longer than X allows for this account.");
  if (/cashtag/iu.test(message))
    return rejected("invalid", "X allows one cashtag ($NAME) per post, and this post has more.");
  if (/client-not-enrolled|client-forbidden/iu.test(message)) {
    return rejected(
      "forbidden",
      "X doesn't let Postwright's application post. Your administrator must enroll it at X.",
    );
  }
  // X's changelog, 23 February 2026: "Creating posts with @mentions is not allowed for your access package."
  if (/@mentions is not allowed/iu.test(message)) {
    const message =
      "X doesn't let Postwright's application mention others. Take the @ away, or ask your administrator.";
    return rejected("forbidden", message);
  }
  if (options.part > 1) {
    // x-api/posts/manage-tweets/integrate, changelog 23 February 2026.
    const message = `X didn't accept part ${options.part} as a reply. X may refuse replies of self-serve applications. The published parts stay.`;
    return rejected("forbidden", message);
  }
  return rejected(
    "forbidden",
    `X doesn't let this account do that. It may be locked or limited, or the application at X may lack write permission. Check x.com.${reason}`,
  );
}
