import type { ConnectorJson, PlatformAccount, PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountGrant,
  AccountProfile,
  AccountSecret,
  AppCredentials,
  ConnectFlow,
  ConnectProblem,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import {
  getJsonList,
  getJsonText,
  getJsonUrl,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { getInstanceDomain, parseInstance } from "./instance-limits.ts";
import { askSoftware, getSoftware, getSoftwareRules, hasCoarseScopes } from "./server-software.ts";

/**
 * `profile` came with 4.3; before, the nearest scope is `read:accounts` (api/oauth-scopes.md). Lookups need
 * `read:statuses`.
 */
const coarseScopes = "read write";
const scopesOf = (first: "profile" | "read:accounts") => `${first} read:statuses write:statuses write:media`;

/** Laravel (Pixelfed) answers other requests with pages, and refusals with a redirect. */
export const acceptJson = { accept: "application/json" };

const field = "host";
const strange: ConnectProblem = {
  problem: "That server doesn't answer as a Mastodon server. Check its address, or ask its operator.",
  field,
};

/** Returns the problem behind an unusable answer. */
function problemOf(answer: PlatformResult): ConnectProblem {
  if (answer.type !== "answer") return { problem: `That server couldn't be reached. ${answer.why}`, field };
  if (answer.status >= 500) return { problem: "That server has a problem. Try again in a few minutes.", field };
  if (answer.status === 429) return { problem: "That server asked us to slow down. Try again in half an hour.", field };
  if (answer.status >= 300 && answer.status < 400) {
    return { problem: "That server redirects to another address. Enter the address of its web pages.", field };
  }
  return strange;
}

const isGood = (answer: PlatformResult): answer is PlatformResponse =>
  answer.type === "answer" && answer.status === 200 && answer.json !== undefined;

/**
 * Finds the scopes that a server knows: since 4.3 it lists them (methods/oauth.md). A 404 means an older server, and so
 * does an HTML page: some servers of this API answer unknown paths with their start page.
 */
async function findScopes(host: string, net: PlatformHttpClient): Promise<string | ConnectProblem> {
  // A server may describe itself to members alone; then it is none of those with other scopes.
  const instance = await fetchInstance(host, (url) =>
    net.fetch({ url, method: "GET", headers: acceptJson, effect: "read" }),
  );
  if ("told" in instance && hasCoarseScopes(getSoftware(instance.told))) return coarseScopes;
  const url = `${host}/.well-known/oauth-authorization-server`;
  const answer = await net.fetch({ url, method: "GET", effect: "read" });
  const isOlder =
    answer.type === "answer" && (answer.status === 404 || (answer.status === 200 && answer.json === undefined));
  if (isOlder) return scopesOf("read:accounts");
  if (!isGood(answer)) return problemOf(answer);
  return scopesOf(getJsonList(answer.json, "scopes_supported")?.includes("profile") ? "profile" : "read:accounts");
}

/**
 * Registers our application, `POST /api/v1/apps` (methods/apps.md). It must name all scopes now: none can be added
 * later.
 */
async function register(
  options: { host: string; redirectUri: string; name: string },
  net: PlatformHttpClient,
): Promise<AppCredentials | ConnectProblem> {
  const scopes = await findScopes(options.host, net);
  if (typeof scopes !== "string") return scopes;
  const answer = await net.fetch({
    url: `${options.host}/api/v1/apps`,
    method: "POST",
    headers: { ...acceptJson, "content-type": "application/json" },
    body: JSON.stringify({ client_name: options.name, redirect_uris: options.redirectUri, scopes }),
    // A repeat is harmless: it only registers one more application.
    effect: "read",
  });
  if (!isGood(answer)) return problemOf(answer);
  const clientId = getJsonText(answer.json, "client_id");
  const clientSecret = getJsonText(answer.json, "client_secret");
  return clientId && clientSecret ? { clientId, clientSecret, scopes } : strange;
}

/**
 * Asks the server for a token of our application alone (methods/oauth.md#token, `client_credentials`): servers before
 * 4.3 deleted applications that nobody had used (methods/apps.md).
 */
async function isForgotten(
  { host, app }: { host: string; app: AppCredentials },
  net: PlatformHttpClient,
): Promise<boolean> {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const answer = await net.fetch({
    url: `${host}/oauth/token`,
    method: "POST",
    headers: { ...acceptJson, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret }).toString(),
    effect: "read",
  });
  return answer.type === "answer" && getJsonText(answer.json, "error") === "invalid_client";
}

/** Parses an account (methods/accounts.md#verify_credentials). */
export function parseProfile(json: unknown, limits: ConnectorJson, host: string): AccountProfile | null {
  const remoteId = getJsonText(json, "id");
  const username = getJsonText(json, "username");
  if (!remoteId || !username) return null;
  return {
    remoteId,
    username: `${username}@${getInstanceDomain(limits, host)}`,
    name: getJsonText(json, "display_name") ?? username,
    avatarUrl: getJsonUrl(json, "avatar"),
    // Mastodon verifies links of a profile, not accounts.
    verified: false,
    host,
    told: limits,
  };
}

/** Reads the description of a server: servers before 4.0 have only the older form (methods/instance.md). */
export async function fetchInstance(
  host: string,
  ask: (url: string) => Promise<PlatformResult>,
): Promise<{ told: ConnectorJson } | PlatformResult> {
  const answer = await ask(`${host}/api/v2/instance`);
  const isOlder = answer.type === "answer" && answer.status === 404;
  const used = isOlder ? await ask(`${host}/api/v1/instance`) : answer;
  const limits = isGood(used) ? parseInstance(used.json) : null;
  if (!limits) return used;
  if (getSoftware(limits) !== null) return { told: limits };
  return { told: { ...limits, ...getSoftwareRules(await askSoftware(host, ask)) } };
}

async function finish(
  options: { host: string; redirectUri: string; code: string; verifier: string; app: AppCredentials },
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const { host, app } = options;
  const token = await net.fetch({
    url: `${host}/oauth/token`,
    method: "POST",
    headers: { ...acceptJson, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: options.code,
      code_verifier: options.verifier,
      redirect_uri: options.redirectUri,
      client_id: app.clientId,
      client_secret: app.clientSecret,
      ...(app.scopes && { scope: app.scopes }),
    }).toString(),
    // A code counts once.
    effect: "write",
  });
  const refused = token.type === "answer" ? getJsonText(token.json, "error") : null;
  if (refused === "invalid_client") {
    // Before 4.3 servers deleted applications that nobody had used (methods/apps.md).
    return {
      problem: "That server has forgotten Postwright. Start again: Postwright registers with it again.",
      isAppGone: true,
    };
  }
  if (refused === "invalid_grant") return { problem: "The sign-in expired or was already used. Start again." };
  const access = isGood(token) ? getJsonText(token.json, "access_token") : null;
  if (access === null) return problemOf(token);
  const scopes = isGood(token) ? (getJsonText(token.json, "scope")?.split(" ") ?? null) : null;
  const isGranted = (scope: string) => scopes?.includes(scope) || scopes?.includes(scope.split(":")[0] ?? "");
  if (scopes && !["read:statuses", "write:statuses", "write:media"].every(isGranted)) {
    return { problem: "Not all permissions were granted. Start again and allow everything that Postwright asks for." };
  }
  const ask = (url: string) =>
    net.fetch({ url, method: "GET", headers: { ...acceptJson, authorization: `Bearer ${access}` }, effect: "read" });
  const instance = await fetchInstance(host, ask);
  if (!("told" in instance)) return problemOf(instance);
  const who = await ask(`${host}/api/v1/accounts/verify_credentials`);
  const profile = isGood(who) ? parseProfile(who.json, instance.told, host) : null;
  if (profile === null) return problemOf(who);
  return { profile, secret: { access, refresh: null, accessEndsAt: null, more: {} } };
}

/**
 * Revokes access, `POST /oauth/revoke` (methods/oauth.md#revoke), with the token and the application that it was issued
 * to.
 */
export async function revokeAccess(
  { access }: AccountSecret,
  { account, app }: { account: PlatformAccount; app: AppCredentials | null },
  net: PlatformHttpClient,
): Promise<boolean> {
  if (app === null) return false;
  const form = { client_id: app.clientId, client_secret: app.clientSecret, token: access };
  const answer = await net.fetch({
    url: `${account.host}/oauth/revoke`,
    method: "POST",
    headers: { ...acceptJson, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
    effect: "read",
  });
  return answer.type === "answer" && answer.status === 200;
}

/** Connects by authorization code with PKCE (methods/oauth.md); servers before 4.3 ignore the challenge. */
export const mastodonConnect: ConnectFlow = {
  by: "oauth",
  host: {
    name: "host",
    label: "Server",
    help: "The account's server, such as mastodon.social. Other servers with Mastodon's API work as well.",
    secret: false,
    usual: "",
  },
  app: { from: "server", register, isForgotten },
  authorizeUrl({ host, redirectUri, state, challenge, app, isAnother }) {
    const params = new URLSearchParams({
      response_type: "code",
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: app.scopes ?? scopesOf("read:accounts"),
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      // Ends the browser's sign-in on the server, so that the person can choose another account
      // (methods/oauth.md#authorize).
      ...(isAnother && { force_login: "true" }),
    });
    return `${host}/oauth/authorize?${params}`;
  },
  finish,
};
