import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountGrant,
  AccountProfile,
  AccountSecret,
  AppCredentials,
  ConnectFlow,
  ConnectProblem,
  Platform,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { getJsonList, getJsonText, getJsonUrl, getJsonValue } from "#lib/service/channels/core/platform-response.ts";
import { isTokenExpired } from "#lib/service/channels/graph-api/graph-errors.ts";
import { parseLongLivedToken, refreshLongLivedToken } from "#lib/service/channels/graph-api/long-lived-token.ts";
import { getMissingScopes, threadsConnector } from "./connector.ts";

const base = "https://graph.threads.net";
/**
 * "Get Access Tokens and Permissions". Threads of posts are replies, and a lookup of a reply needs the list of replies.
 */
const scopes = "threads_basic,threads_content_publish,threads_manage_replies,threads_read_replies,threads_delete";
const requiredScopes = ["threads_basic", "threads_content_publish"];
/** Sentences about features without their optional permission ("Get Started": `threads_manage_replies` posts replies, and so on). */
const optionalScopes: ReadonlyMap<string, string> = new Map([
  ["threads_manage_replies", "Threads didn't give the permission to reply, so threads of several parts are refused."],
  [
    "threads_read_replies",
    "Threads didn't give the permission to read replies. If the answer to a reply is lost, the post stays unconfirmed.",
  ],
  ["threads_delete", "Threads didn't give the permission to delete, so posts can't be taken down from here."],
]);
const meFields = "id,username,name,threads_profile_picture_url,is_verified";

const connect: ConnectFlow = {
  by: "oauth",
  host: null,
  app: { from: "operator" },
  authorizeUrl({ host, redirectUri, state, app }) {
    const params = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: scopes,
      response_type: "code",
      state,
    });
    return `${host === base || host === "" ? "https://threads.net" : host}/oauth/authorize?${params}`;
  },
  finish,
};

/**
 * Exchanges the code for a token of an hour, and that for one of 60 days ("Long-Lived Tokens"): the application's
 * secret stays on our server.
 */
async function finish(
  options: { redirectUri: string; code: string; app: AppCredentials },
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const { clientId, clientSecret } = options.app;
  const short = await net.fetch({
    url: `${net.base}/oauth/access_token`,
    method: "POST",
    effect: "write",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: "authorization_code",
      // Threads appends `#_` to the redirect address, which is no part of the code.
      redirect_uri: options.redirectUri,
      code: options.code.replace(/#_$/u, ""),
    }).toString(),
  });
  const first = short.type === "answer" && short.status === 200 ? getJsonText(short.json, "access_token") : null;
  if (first === null) return { problem: toConnectProblem(short) };
  const fields = { grant_type: "th_exchange_token", client_secret: clientSecret, access_token: first };
  const long = await net.fetch({
    url: `${net.base}/access_token?${new URLSearchParams(fields)}`,
    method: "GET",
    effect: "read",
  });
  const secret = parseLongLivedToken(long, net.now());
  if (!secret) return { problem: toConnectProblem(long) };
  const query = new URLSearchParams({ fields: meFields, access_token: secret.access });
  const who = await net.fetch({ url: `${net.base}/v1.0/me?${query}`, method: "GET", effect: "read" });
  const profile = parseProfile(who, net.base);
  if (!profile) return { problem: toConnectProblem(who) };
  const granted = await readGrantedScopes(secret, net);
  if (granted && !requiredScopes.every((scope) => granted.includes(scope))) {
    return { problem: "Threads didn't give the permission to post. Start again and allow everything." };
  }
  const missing = granted ? [...optionalScopes.keys()].filter((scope) => !granted.includes(scope)) : [];
  return { profile: { ...profile, told: createReport(missing) }, secret };
}

/**
 * Reads which permissions a token has (developers.facebook.com/documentation/threads/troubleshooting/debug-access-token,
 * June 2025); null without an answer, and then the first refusal tells.
 */
async function readGrantedScopes({ access }: AccountSecret, net: PlatformHttpClient): Promise<unknown[] | null> {
  const query = new URLSearchParams({ access_token: access, input_token: access });
  const answer = await net.fetch({ url: `${net.base}/v1.0/debug_token?${query}`, method: "GET", effect: "read" });
  if (answer.type !== "answer" || answer.status !== 200) return null;
  return [...(getJsonList(answer.json, "data", "scopes") ?? [])];
}

/** Creates what an account reports: the permissions it lacks, and a sentence about each. */
function createReport(missing: readonly string[]): AccountProfile["told"] {
  if (missing.length === 0) return {};
  return { missing, limitations: missing.flatMap((scope) => optionalScopes.get(scope) ?? []) };
}

function toConnectProblem(answer: PlatformResult): string {
  if (answer.type !== "answer") return `Threads couldn't be reached. ${answer.why}`;
  if (answer.status === 429) return "Threads asked us to slow down. Try again in an hour.";
  if (answer.status >= 500) return "Threads has a problem. Try again in a few minutes.";
  const message =
    getJsonText(answer.json, "error_message") ?? getJsonText(getJsonValue(answer.json, "error"), "message") ?? "";
  if (/client|app(?:lication)? (?:id|secret)/iu.test(message)) {
    return "Threads doesn't accept the credentials of Postwright's application. Your administrator must check them.";
  }
  return "Threads didn't accept the sign-in: it expired or was already used. Start again.";
}

function parseProfile(answer: PlatformResult, host: string): AccountProfile | null {
  if (answer.type !== "answer" || answer.status !== 200) return null;
  const remoteId = getJsonText(answer.json, "id");
  const username = getJsonText(answer.json, "username");
  if (remoteId === null || username === null || !/^\d{1,30}$/u.test(remoteId)) return null;
  return {
    remoteId,
    username,
    name: getJsonText(answer.json, "name") ?? username,
    host,
    told: {},
    avatarUrl: getJsonUrl(answer.json, "threads_profile_picture_url"),
    verified: getJsonValue(answer.json, "is_verified") === true,
  };
}

export const threads: Platform = {
  connector: threadsConnector,
  fetchesImages: true,
  connect,
  requirements: [
    "Up to 500 characters. Longer texts are published as a chain of replies, and each part must fit.",
    "Images need a public address of this installation, because Threads fetches them.",
    "250 posts and 1,000 replies in 24 hours.",
  ],
  base,
  // "Reference": the token is a parameter of every request.
  authorize: (request, secret) => {
    const joint = request.url.includes("?") ? "&" : "?";
    return { ...request, url: `${request.url}${joint}access_token=${encodeURIComponent(secret.access)}` };
  },
  isExpired: (answer) => answer.type === "answer" && isTokenExpired(answer),
  refresh: { can: true, run: (secret, _, net) => refreshLongLivedToken("th_refresh_token", secret, net) },
  // "Get Started" and "Reference" describe no revocation; the account's owner revokes under Settings, Website
  // permissions.
  revoke: {
    can: false,
    why: "Threads doesn't let applications revoke access. The account's owner ends it on Threads.",
  },
  async profile(account, io) {
    const answer = await io.call({ url: `${account.host}/v1.0/me?fields=${meFields}`, method: "GET", effect: "read" });
    if (answer.type === "signed_out") return { type: "signed_out" };
    const profile = parseProfile(answer, account.host);
    // Only a new sign-in changes the permissions.
    const told = createReport(getMissingScopes(account));
    return profile ? { type: "seen", profile: { ...profile, told } } : { type: "cannot_tell" };
  },
};
