import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountGrant,
  AccountProfile,
  AppCredentials,
  ConnectFlow,
  ConnectProblem,
  Platform,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { getJsonText, getJsonUrl, getJsonValue } from "#lib/service/channels/core/platform-response.ts";
import { isTokenExpired } from "#lib/service/channels/graph-api/graph-errors.ts";
import { graphVersion } from "#lib/service/channels/graph-api/graph-version.ts";
import { parseLongLivedToken, refreshLongLivedToken } from "#lib/service/channels/graph-api/long-lived-token.ts";
import { instagramConnector } from "./connector.ts";

const base = "https://graph.instagram.com";
/** "Business Login for Instagram" (updated on 13 March 2026). */
const scopes = ["instagram_business_basic", "instagram_business_content_publish"];
const meFields = "user_id,username,name,account_type,profile_picture_url";

const connect: ConnectFlow = {
  by: "oauth",
  host: null,
  app: { from: "operator" },
  authorizeUrl({ host, redirectUri, state, app, isAnother }) {
    const params = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(","),
      response_type: "code",
      state,
      // "Business Login for Instagram": asks for a sign-in although the browser is signed in.
      ...(isAnother && { force_reauth: "true" }),
    });
    return `${host === base || host === "" ? "https://www.instagram.com" : host}/oauth/authorize?${params}`;
  },
  finish,
};

/** Exchanges the code for a token of an hour, and that for one of 60 days. */
async function finish(
  options: { redirectUri: string; code: string; app: AppCredentials },
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const { clientId, clientSecret } = options.app;
  const short = await net.fetch({
    url: `${net.base === base ? "https://api.instagram.com" : net.base}/oauth/access_token`,
    method: "POST",
    effect: "write",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: "authorization_code",
      redirect_uri: options.redirectUri,
      // Instagram appends `#_` to the redirect address, which is no part of the code.
      code: options.code.replace(/#_$/u, ""),
    }).toString(),
  });
  const first = short.type === "answer" && short.status === 200 ? readShortToken(short.json) : null;
  if (first === null) return { problem: toConnectProblem(short) };
  if (first.permissions !== null && !scopes.every((scope) => first.permissions?.includes(scope))) {
    return { problem: "Not all permissions were granted. Start again and allow everything that Postwright asks for." };
  }
  const fields = { grant_type: "ig_exchange_token", client_secret: clientSecret, access_token: first.token };
  const long = await net.fetch({
    url: `${net.base}/access_token?${new URLSearchParams(fields)}`,
    method: "GET",
    effect: "read",
  });
  const secret = parseLongLivedToken(long, net.now());
  if (!secret) return { problem: toConnectProblem(long) };
  const query = new URLSearchParams({ fields: meFields, access_token: secret.access });
  const who = await net.fetch({
    url: `${net.base}/${graphVersion.speaks}/me?${query}`,
    method: "GET",
    effect: "read",
  });
  const profile = parseProfile(who, net.base);
  return profile ? { profile, secret } : { problem: toConnectProblem(who) };
}

/** The answer is an object, or a list `data` with one; `permissions` is a text or a list ("Business Login"). */
function readShortToken(json: unknown): { token: string; permissions: string[] | null } | null {
  const found = getJsonValue(json, "data", 0) ?? json;
  const token = getJsonText(found, "access_token");
  if (token === null) return null;
  const given = getJsonValue(found, "permissions");
  const list = typeof given === "string" ? given.split(",") : Array.isArray(given) ? given.map(String) : null;
  return { token, permissions: list?.map((one) => one.trim()) ?? null };
}

function toConnectProblem(answer: PlatformResult): string {
  if (answer.type !== "answer") return `Instagram couldn't be reached. ${answer.why}`;
  if (answer.status === 429) return "Instagram asked us to slow down. Try again in an hour.";
  if (answer.status >= 500) return "Instagram has a problem. Try again in a few minutes.";
  const message = getJsonText(answer.json, "error_message") ?? getJsonText(answer.json, "error", "message") ?? "";
  if (/platform app|client|app(?:lication)? (?:id|secret)/iu.test(message)) {
    return "Instagram doesn't accept the credentials of Postwright's application. Your administrator must check them.";
  }
  if (/business|professional/iu.test(message)) {
    return "Instagram lets applications post for professional accounts only. Switch the account to a professional one in the Instagram app.";
  }
  return "Instagram didn't accept the sign-in: it expired or was already used. Start again.";
}

function parseProfile(answer: PlatformResult, host: string): AccountProfile | null {
  if (answer.type !== "answer" || answer.status !== 200) return null;
  // `id` is this application's own name of the account; media belong to `user_id`.
  const remoteId = getJsonText(answer.json, "user_id");
  const username = getJsonText(answer.json, "username");
  if (remoteId === null || username === null || !/^\d{1,30}$/u.test(remoteId)) return null;
  return {
    remoteId,
    username,
    name: getJsonText(answer.json, "name") ?? username,
    host,
    told: {},
    avatarUrl: getJsonUrl(answer.json, "profile_picture_url"),
    verified: false,
  };
}

export const instagram: Platform = {
  connector: instagramConnector,
  fetchesImages: true,
  connect,
  requirements: [
    "A professional account: business or creator. You switch in the Instagram app under Settings, Account type.",
    "Each post needs an image, up to 10. Instagram fetches them, so this installation needs a public address.",
    "Up to 2,200 characters and 30 hashtags. Links in the text can't be opened on Instagram.",
    "100 posts in 24 hours. Published posts can be deleted only in the Instagram app.",
  ],
  base,
  version: graphVersion,
  authorize: (request, secret) => {
    const joint = request.url.includes("?") ? "&" : "?";
    return { ...request, url: `${request.url}${joint}access_token=${encodeURIComponent(secret.access)}` };
  },
  isExpired: (answer) => answer.type === "answer" && isTokenExpired(answer),
  refresh: { can: true, run: (secret, _, net) => refreshLongLivedToken("ig_refresh_token", secret, net) },
  // The pages of Instagram Login describe no revocation.
  revoke: {
    can: false,
    why: "Instagram doesn't let applications revoke access. The account's owner ends it in the Instagram app under Website permissions.",
  },
  async profile(account, io) {
    const url = `${account.host}/${graphVersion.speaks}/me?fields=${meFields}`;
    const answer = await io.call({ url, method: "GET", effect: "read" });
    if (answer.type === "signed_out") return { type: "signed_out" };
    const profile = parseProfile(answer, account.host);
    return profile ? { type: "seen", profile } : { type: "cannot_tell" };
  },
};
