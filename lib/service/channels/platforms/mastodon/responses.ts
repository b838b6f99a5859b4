import type { PlatformAccount, PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { isProxyPage, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getClockSkewMs,
  getJsonText,
  type PlatformResponse,
  quotePlatformReason,
} from "#lib/service/channels/core/platform-response.ts";
import { getSoftware } from "./server-software.ts";

type RefusedOutcome = Exclude<PublishOutcome, { type: "published" | "unknown" }>;

export const createPublishError = (reason: PublishError["reason"], message: string): PublishError => ({
  reason,
  message,
});

/** Quotes the server's reason; entities/Error.md: `error`, and `error_description`, "A longer description". */
export const quoteServer = ({ json }: PlatformResponse): string =>
  quotePlatformReason(getJsonText(json, "error_description") ?? getJsonText(json, "error"));

/** Returns the server's name for a sentence. */
export const getServerName = (account: PlatformAccount): string =>
  URL.canParse(account.host) ? new URL(account.host).host : account.host;

/**
 * Returns the end of the limit: `X-RateLimit-Reset` is ISO 8601 by the server's clock (mastodon
 * app/lib/rate_limiter.rb; api/rate-limits.md), so the server's own `Date` gives the duration. Null without that
 * header.
 */
export function getRateLimitEnd(answer: PlatformResponse, now: Date): Date | null {
  const resetAtMs = Date.parse(answer.headers["x-ratelimit-reset"] ?? "");
  if (!Number.isNaN(resetAtMs)) return new Date(resetAtMs - getClockSkewMs(answer, now));
  const seconds = Number(answer.headers["retry-after"] ?? Number.NaN);
  return seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null;
}

/** Returns the end of the limit if the account has no requests left before it. */
export function getRateLimitReset(answer: PlatformResponse, now: Date): Date | null {
  return answer.headers["x-ratelimit-remaining"] === "0" ? getRateLimitEnd(answer, now) : null;
}

/** RFC 6750 §3.1, and Mastodon's own text for it, which Mastodon does not translate (api/oauth-scopes.md). */
const isScopeMissing = (answer: PlatformResponse): boolean =>
  /insufficient_scope/u.test(answer.headers["www-authenticate"] ?? "") ||
  (getJsonText(answer.json, "error")?.startsWith("This action is outside the authorized scopes") ?? false);

/**
 * Tells if a server answers 403 where Mastodon answers 401: Pleroma and Akkoma in these words (OAuthScopesPlug,
 * EnsureAuthenticatedPlug), Friendica in the server's language, and it has no other 403 (BaseApi, checkAllowedScope,
 * 2024.09).
 */
export function isAccessLost(answer: PlatformResponse, account: PlatformAccount): boolean {
  if (answer.status !== 403 || isProxyPage(answer)) return false;
  const said = getJsonText(answer.json, "error") ?? "";
  return (
    getSoftware(account.reportedLimits) === "Friendica" ||
    /^(?:Insufficient permissions:|Invalid credentials\.)/u.test(said)
  );
}

/** methods/statuses.md and methods/media.md have 422; GoToSocial and Pixelfed answer 400, and web servers 413 and 415. */
const finalStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Returns the outcome of an answer other than success, for any request. Sources: docs.joinmastodon.org
 * methods/statuses.md, methods/media.md, api/rate-limits.md. The caller handles 5xx, whose meaning depends on the
 * request.
 */
export function toRefusedOutcome(
  answer: PlatformResponse,
  options: { account: PlatformAccount; now: Date; what: "text" | "reply" | "image" },
): RefusedOutcome {
  const server = getServerName(options.account);
  const { status } = answer;
  const reason = quoteServer(answer);
  if (status === 429) {
    const until = getRateLimitEnd(answer, options.now);
    if (until) return { type: "wait", until };
    return { type: "temporary", error: createPublishError("quota", `${server} asked us to slow down.${reason}`) };
  }
  if (status === 401) {
    return {
      type: "reconnect",
      error: createPublishError("auth", `${server} no longer lets Postwright post for this account.`),
    };
  }
  if (isProxyPage(answer) && status >= 400 && status !== 413) return toProxyPageOutcome(server, answer);
  if (isAccessLost(answer, options.account)) {
    const message = `${server} no longer lets Postwright post for this account, or not with all permissions. Reconnect the account and allow all of them.`;
    return { type: "reconnect", error: createPublishError("auth", message) };
  }
  if (status === 403 && isScopeMissing(answer)) {
    const message = `Postwright doesn't have all permissions on ${server}. Reconnect the account and allow all of them.`;
    return { type: "reconnect", error: createPublishError("auth", message) };
  }
  if (status === 403) {
    const message = `${server} doesn't let this account do that. Its moderators can say why.${reason}`;
    return { type: "rejected", error: createPublishError("forbidden", message) };
  }
  if (status >= 300 && status < 400) {
    const message = `${server} redirects to another address, and we don't send this account's access there. Connect the account again at its current address.`;
    return { type: "rejected", error: createPublishError("server", message) };
  }
  if ((status === 404 || status === 410) && options.what === "reply") {
    const message = `${server} couldn't find the post being replied to.${reason}`;
    return { type: "rejected", error: createPublishError("gone", message) };
  }
  if (status === 404 || status === 410) {
    // No document has this answer for a new post or an image.
    const message = `${server} doesn't find its own address for that.${reason}`;
    return { type: "temporary", error: createPublishError("server", message) };
  }
  if (!finalStatuses.has(status)) {
    const message = `${server} refused with status ${status} and may accept it later.${reason}`;
    return { type: "temporary", error: createPublishError("server", message) };
  }
  if (options.what === "image") {
    const message = `${server} rejected an image: its size, its type or its content.${reason}`;
    return { type: "rejected", error: createPublishError("media", message) };
  }
  const message = `${server} rejected the text: it may be too long for that server, or break one of its rules.${reason}`;
  return { type: "rejected", error: createPublishError("invalid", message) };
}
