import type { PlatformResult, PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { isProxyPage, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, getJsonValue, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";

export type DiscordResponse = Extract<PlatformResult, { type: "answer" }>;

/** Codes of Discord's reference, Opcodes and Status Codes, "JSON Error Codes". */
export const errorCodes = {
  unknownChannel: 10_003,
  unknownMessage: 10_008,
  unknownWebhook: 10_015,
  tooLarge: 40_005,
  tagRequired: 40_067,
  blockedByCloudflare: 40_333,
  invalidToken: 50_027,
  tooManyThreads: 160_006,
  blocked: 200_000,
  titleBlocked: 200_001,
  forumNeedsThread: 220_001,
  harmfulLink: 240_000,
} as const;

const lostWebhook: ReadonlySet<number> = new Set([
  errorCodes.unknownChannel,
  errorCodes.unknownWebhook,
  errorCodes.invalidToken,
]);

export function getErrorCode({ json }: DiscordResponse): number {
  const code = getJsonValue(json, "code");
  return typeof code === "number" ? code : 0;
}

/** Tells if Discord itself says that the webhook no longer exists; a 404 alone may come from a proxy. */
export const isWebhookLost = (answer: DiscordResponse): boolean =>
  lostWebhook.has(getErrorCode(answer)) || (answer.status === 401 && !isProxyPage(answer));

/** Returns the outcome of a refused request. Nothing was published unless the outcome is `unknown`. */
export function toPublishOutcome(answer: DiscordResponse, now: Date): PublishOutcome {
  const { status } = answer;
  if (status >= 500 || status === 408 || status < 400) return { type: "unknown" };
  if (status === 429) return { type: "wait", until: new Date(now.getTime() + waitMs(answer)), of: "account" };
  const code = getErrorCode(answer);
  if (isWebhookLost(answer)) {
    const message = "The webhook was deleted on Discord. Create a new one there.";
    return { type: "reconnect", error: { reason: "gone", message } };
  }
  if (status === 413 || code === errorCodes.tooLarge) {
    return rejected("media", "The images are larger than this Discord server allows.");
  }
  if (isProxyPage(answer) || status === 404 || code === errorCodes.blockedByCloudflare) {
    return toProxyPageOutcome("Discord", answer);
  }
  const known = refusals.get(code);
  if (known) return rejected("forbidden", known);
  if (status === 403) return rejected("forbidden", "Discord doesn't let this webhook post here.");
  const reason = quotePlatformReason(findFieldError(getJsonValue(answer.json, "errors")));
  return rejected(
    "invalid",
    `Discord doesn't accept the content.${reason || quotePlatformReason(getJsonText(answer.json, "message"))}`,
  );
}

const refusals: ReadonlyMap<number, string> = new Map([
  [errorCodes.blocked, "The Discord server's own rules (AutoMod) block this text."],
  [errorCodes.titleBlocked, "The Discord server's own rules (AutoMod) block this text."],
  [errorCodes.harmfulLink, "Discord takes a link in this text for harmful."],
  [
    errorCodes.tagRequired,
    "This Discord forum requires a tag, which Postwright can't choose. Turn that off in the forum's settings.",
  ],
  [errorCodes.tooManyThreads, "This Discord forum has as many open posts as it may have. Close some there."],
]);

const rejected = (reason: PublishError["reason"], message: string): PublishOutcome => ({
  type: "rejected",
  error: { reason, message },
});

/** Finds the first message about a field; Reference, "Error Messages": `errors` nests by field, down to `_errors`. */
function findFieldError(errors: unknown, depth = 0): string | null {
  if (typeof errors !== "object" || errors === null || depth > 6) return null;
  const own = getJsonText(errors, "_errors", 0, "message");
  if (own !== null) return own;
  for (const inner of Object.values(errors)) {
    const found = findFieldError(inner, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

const unsaidWaitMs = 30_000;

/**
 * Returns the wait, rounded up. Discord, "Rate Limits": `retry_after` is seconds as a float, the header whole seconds.
 */
function waitMs({ headers, json }: DiscordResponse): number {
  const retryAfter = getJsonValue(json, "retry_after");
  const seconds = Math.max(typeof retryAfter === "number" ? retryAfter : 0, Number(headers["retry-after"] ?? 0) || 0);
  return seconds > 0 ? Math.ceil(seconds * 1_000) : unsaidWaitMs;
}

/**
 * Returns the end of the period if its bucket has no requests left; "Rate Limits", `X-RateLimit-Reset-After` is seconds
 * as a float.
 */
export function getRateLimitReset({ headers }: DiscordResponse, now: Date): Date | null {
  const after = Number(headers["x-ratelimit-reset-after"]);
  if (headers["x-ratelimit-remaining"] !== "0" || !(after > 0)) return null;
  return new Date(now.getTime() + Math.ceil(after * 1_000));
}
