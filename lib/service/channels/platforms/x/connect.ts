import type { PlatformAccount, PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountGrant,
  AccountProfile,
  AccountSecret,
  AppCredentials,
  ConnectFlow,
  ConnectProblem,
  PlatformHttpClient,
  RefreshResult,
} from "#lib/service/channels/core/platform.ts";
import {
  getJsonCount,
  getJsonText,
  getJsonUrl,
  getJsonValue,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { isBillingError } from "./error-responses.ts";

export const xBaseUrl = "https://api.x.com";
/** docs.x.com, fundamentals/authentication/oauth-2-0/authorization-code. `offline.access` gives the refresh token. */
const scopes = "tweet.read tweet.write users.read media.write offline.access";
const usualLifeSeconds = 7_200;
/** X omits verified types and pictures unless the request names them (openapi `UserFieldsParameter`). */
export const profilePath = "/2/users/me?user.fields=profile_image_url,subscription_type,verified,verified_type";
/**
 * Maximum characters of a subscriber's post (help.x.com, "About X Premium", Longer posts; read November 2026). X refuses
 * longer posts of others.
 */
const subscriberCharacters = 25_000;

const isGood = (answer: PlatformResult): answer is PlatformResponse =>
  answer.type === "answer" && answer.status >= 200 && answer.status < 300 && answer.json !== undefined;

export function parseProfile(json: unknown, host: string): AccountProfile | null {
  const remoteId = getJsonText(json, "data", "id");
  const username = getJsonText(json, "data", "username");
  if (!remoteId || !username) return null;
  return {
    remoteId,
    username,
    name: getJsonText(json, "data", "name") ?? username,
    avatarUrl: getJsonUrl(json, "data", "profile_image_url"),
    verified: getJsonValue(json, "data", "verified") === true,
    host,
    told: {
      verifiedType: getJsonText(json, "data", "verified_type") ?? "none",
      ...(isSubscriber(json) && { maxCharacters: subscriberCharacters }),
    },
  };
}

/**
 * Tells if the account has X Premium; openapi 2.167, `User`: `subscription_type` is Basic, Premium, PremiumPlus or None,
 * `verified_type` is "the X Blue verified type", where blue stands for subscribers.
 */
function isSubscriber(json: unknown): boolean {
  const subscription = getJsonText(json, "data", "subscription_type");
  if (subscription !== null) return /^(?:Basic|Premium|PremiumPlus)$/iu.test(subscription);
  return getJsonText(json, "data", "verified_type") === "blue";
}

const askToken = (form: Record<string, string>, app: AppCredentials, net: PlatformHttpClient) =>
  askAs(app, "token", form, net);

/**
 * Sends a form with HTTP Basic for confidential applications (RFC 6749 §2.3.1); an application without a secret names
 * itself in the form.
 */
function askAs(
  app: AppCredentials,
  what: "token" | "revoke",
  form: Record<string, string>,
  net: PlatformHttpClient,
): Promise<PlatformResult> {
  const isPublic = app.clientSecret === "";
  const pair = `${encodeURIComponent(app.clientId)}:${encodeURIComponent(app.clientSecret)}`;
  return net.fetch({
    url: `${net.base}/2/oauth2/${what}`,
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(!isPublic && { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }),
    },
    body: new URLSearchParams({ ...form, ...(isPublic && { client_id: app.clientId }) }).toString(),
    // A code and a refresh token count once.
    effect: "write",
  });
}

function readSecret(answer: PlatformResult, now: Date): AccountSecret | null {
  const access = isGood(answer) ? getJsonText(answer.json, "access_token") : null;
  if (access === null || !isGood(answer)) return null;
  const seconds = getJsonCount(answer.json, "expires_in") ?? usualLifeSeconds;
  return {
    access,
    refresh: getJsonText(answer.json, "refresh_token"),
    accessEndsAt: new Date(now.getTime() + seconds * 1_000).toISOString(),
    more: {},
  };
}

async function finish(
  options: { redirectUri: string; code: string; verifier: string; app: AppCredentials },
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const form = { grant_type: "authorization_code", code: options.code, redirect_uri: options.redirectUri };
  const answer = await askToken({ ...form, code_verifier: options.verifier }, options.app, net);
  const secret = readSecret(answer, net.now());
  if (secret === null) return { problem: problemOf(answer) };
  const grantedScopes = isGood(answer) ? getJsonText(answer.json, "scope")?.split(" ") : undefined;
  if (grantedScopes && !scopes.split(" ").every((scope) => grantedScopes.includes(scope))) {
    return { problem: "Not all permissions were granted. Start again and allow everything that Postwright asks for." };
  }
  const headers = { authorization: `Bearer ${secret.access}` };
  const who = await net.fetch({ url: `${net.base}${profilePath}`, method: "GET", headers, effect: "read" });
  const profile = isGood(who) ? parseProfile(who.json, net.base) : null;
  return profile ? { profile, secret } : { problem: problemOf(who) };
}

function problemOf(answer: PlatformResult): string {
  if (answer.type !== "answer") return `X couldn't be reached. ${answer.why}`;
  if (isBillingError(answer)) {
    return "The credits or the spend cap of Postwright's application at X are used up. Your administrator can raise them at X. Then start again.";
  }
  if (answer.status === 429) return "X asked us to slow down. Try again in 15 minutes.";
  if (answer.status >= 500) return "X has a problem. Try again in a few minutes.";
  const error = getJsonText(answer.json, "error");
  if (answer.status === 401 || error === "unauthorized_client" || error === "invalid_client") {
    return "X doesn't accept the credentials of Postwright's application. Your administrator must check them.";
  }
  // A code lives for 30 seconds.
  if (answer.status === 400) return "X didn't accept the sign-in: it expired or was already used. Start again.";
  if (answer.status === 403)
    return "X doesn't accept Postwright's application. Your administrator must enroll it at X.";
  return "X gave an unreadable answer. Try again in a few minutes.";
}

/**
 * Refreshes the access. Only `invalid_grant` and `invalid_request` ("Value passed for the token was invalid.") mean a
 * dead token. X's staff advise to repeat the same token after a 5xx (devcommunity.x.com 271768, 27 July 2026).
 */
export async function refreshAccess(
  secret: AccountSecret,
  options: { account: PlatformAccount; app: AppCredentials | null },
  net: PlatformHttpClient,
): Promise<RefreshResult> {
  if (secret.refresh === null) return { type: "refused" };
  if (options.app === null)
    return { type: "unclear", why: "The credentials of Postwright's application at X are missing." };
  const answer = await askToken({ grant_type: "refresh_token", refresh_token: secret.refresh }, options.app, net);
  const fresh = readSecret(answer, net.now());
  if (fresh) return { type: "refreshed", secret: { ...fresh, refresh: fresh.refresh ?? secret.refresh } };
  if (answer.type !== "answer") return { type: answer.type === "lost" ? "unclear" : "unsent" };
  if (answer.status === 429) return { type: "unsent" };
  const error = getJsonText(answer.json, "error") ?? "";
  const isClientError = answer.status >= 400 && answer.status < 500;
  if (isClientError && ["invalid_grant", "invalid_request"].includes(error)) return { type: "refused" };
  // An administrator must correct something about the application; the account's credentials stay valid.
  const isAboutApp =
    answer.status === 401 || answer.status === 403 || error.endsWith("_client") || isBillingError(answer);
  return isClientError && isAboutApp ? { type: "unclear", why: problemOf(answer) } : { type: "unclear" };
}

/**
 * Revokes access, `POST /2/oauth2/revoke`, one token at a time
 * (fundamentals/authentication/oauth-2-0/user-access-token).
 */
export async function revokeAccess(
  secret: AccountSecret,
  { app }: { app: AppCredentials | null },
  net: PlatformHttpClient,
): Promise<boolean> {
  if (app === null) return false;
  let isEnded = true;
  for (const token of [secret.refresh, secret.access]) {
    if (token === null) continue;
    const answer = await askAs(app, "revoke", { token }, net);
    isEnded &&= answer.type === "answer" && answer.status === 200;
  }
  return isEnded;
}

export const xConnect: ConnectFlow = {
  by: "oauth",
  host: null,
  app: { from: "operator" },
  authorizeUrl({ host, redirectUri, state, challenge, app }) {
    const params = new URLSearchParams({
      response_type: "code",
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: scopes,
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    return `${host === xBaseUrl || host === "" ? "https://x.com" : host}/i/oauth2/authorize?${params}`;
  },
  finish,
};
