import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, PlatformHttpClient, RefreshResult } from "#lib/service/channels/core/platform.ts";
import { getJsonCount, getJsonText } from "#lib/service/channels/core/platform-response.ts";
import { isTokenExpired } from "./graph-errors.ts";

const usualLifeSeconds = 60 * 86_400;

/** Returns the token of 60 days that Instagram and Threads answer with; null for any other answer. */
export function parseLongLivedToken(answer: PlatformResult, now: Date): AccountSecret | null {
  const access = answer.type === "answer" && answer.status === 200 ? getJsonText(answer.json, "access_token") : null;
  if (access === null || answer.type !== "answer") return null;
  const seconds = getJsonCount(answer.json, "expires_in") ?? usualLifeSeconds;
  const accessEndsAt = new Date(now.getTime() + seconds * 1_000).toISOString();
  // A refresh exchanges the access token itself.
  return { access, refresh: access, accessEndsAt, more: {} };
}

/**
 * Refreshes the access; "Long-Lived Tokens" of Threads and "Refresh Access Token" of Instagram: possible from the second
 * day until the last. A lost answer has used nothing up.
 */
export async function refreshLongLivedToken(
  grantType: "ig_refresh_token" | "th_refresh_token",
  secret: AccountSecret,
  net: PlatformHttpClient,
): Promise<RefreshResult> {
  const query = new URLSearchParams({ grant_type: grantType, access_token: secret.access });
  const url = `${net.base}/refresh_access_token?${query}`;
  const answer = await net.fetch({ url, method: "GET", effect: "read" });
  const fresh = parseLongLivedToken(answer, net.now());
  if (fresh) return { type: "refreshed", secret: fresh };
  if (answer.type !== "answer") return { type: "unsent" };
  // Transient errors and limits have status 400 too ("Handling Errors"): only an expired token is refused.
  return isTokenExpired(answer) ? { type: "refused" } : { type: "unclear" };
}
