import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountChoice,
  AccountGrant,
  AccountProfile,
  AppCredentials,
  ConnectFlow,
  ConnectProblem,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { getJsonList, getJsonText, getJsonUrl, getJsonValue } from "#lib/service/channels/core/platform-response.ts";
import { getErrorCodes, toRateLimitWait } from "#lib/service/channels/graph-api/graph-errors.ts";
import { getGraphUrl, graphVersion } from "#lib/service/channels/graph-api/graph-version.ts";

export const facebookBaseUrl = "https://graph.facebook.com";
const neededScopes = ["pages_show_list", "pages_manage_posts", "pages_read_engagement"];
/**
 * Without `business_management` the list lacks Pages of a business portfolio (openpost #216, August 2026); the use case
 * "Manage everything on your Page" has it by default.
 */
const scopes = [...neededScopes, "business_management"].join(",");
export const pageFields = "id,name,username,verification_status,picture.type(large){url}";
/** Pages of the list that are read, each of 100 Pages. */
const listPagesMax = 10;

export const facebookConnect: ConnectFlow = {
  by: "oauth",
  host: null,
  app: { from: "operator" },
  // "Manually Build a Login Flow".
  authorizeUrl({ host, redirectUri, state, app }) {
    const params = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state,
      scope: scopes,
      response_type: "code",
    });
    const dialog = host === facebookBaseUrl || host === "" ? "https://www.facebook.com" : host;
    return `${dialog}/${graphVersion.speaks}/dialog/oauth?${params}`;
  },
  finish,
};

/**
 * Exchanges the code for the person's token, that for one of 60 days, and that for the tokens of their Pages, which do
 * not end ("Get Long-Lived Tokens"). The person's token is not stored.
 */
async function finish(
  options: { redirectUri: string; code: string; app: AppCredentials },
  net: PlatformHttpClient,
): Promise<AccountGrant | AccountChoice | ConnectProblem> {
  const app = { client_id: options.app.clientId, client_secret: options.app.clientSecret };
  const code = { ...app, redirect_uri: options.redirectUri, code: options.code.replace(/#_=_$/u, "") };
  const short = await requestToken(code, net);
  if ("problem" in short) return short;
  const exchange = { ...app, grant_type: "fb_exchange_token", fb_exchange_token: short.token };
  const long = await requestToken(exchange, net);
  if ("problem" in long) return long;
  const permissions = await get(getGraphUrl(net.base, "me", "permissions"), long.token, net);
  const granted = permissions.type === "answer" ? getJsonList(permissions.json, "data") : null;
  if (granted === null) return { problem: toConnectProblem(permissions) };
  const isGranted = (name: string) =>
    granted.some((one) => getJsonText(one, "permission") === name && getJsonText(one, "status") === "granted");
  if (!neededScopes.every(isGranted)) {
    return { problem: "Not all permissions were granted. Start again and allow everything that Postwright asks for." };
  }
  const pages = await listPages(long.token, net);
  if ("problem" in pages) return pages;
  const [first, ...others] = pages.grants;
  if (!first) {
    return {
      problem:
        "There is no Page that you can post on, or you didn't choose one. Ask the Page's owner for full control, then start again and choose the Page.",
    };
  }
  return others.length === 0 ? first : { choose: pages.grants.map((grant) => ({ ...grant, what: "Page" })) };
}

async function requestToken(
  fields: Record<string, string>,
  net: PlatformHttpClient,
): Promise<{ token: string } | ConnectProblem> {
  const url = `${getGraphUrl(net.base, "oauth", "access_token")}?${new URLSearchParams(fields)}`;
  const answer = await net.fetch({ url, method: "GET", effect: "write" });
  const token = answer.type === "answer" && answer.status === 200 ? getJsonText(answer.json, "access_token") : null;
  return token === null ? { problem: toConnectProblem(answer) } : { token };
}

async function get(url: string, token: string, net: PlatformHttpClient): Promise<PlatformResult> {
  const joint = url.includes("?") ? "&" : "?";
  return await net.fetch({
    url: `${url}${joint}access_token=${encodeURIComponent(token)}`,
    method: "GET",
    effect: "read",
    answerBytesMax: 2_000_000,
  });
}

/** Lists the Pages on which the person may post, each with its own token ("Manage a Page"). */
async function listPages(token: string, net: PlatformHttpClient): Promise<{ grants: AccountGrant[] } | ConnectProblem> {
  const grants: AccountGrant[] = [];
  const params = new URLSearchParams({ fields: `${pageFields},access_token,tasks`, limit: "100" });
  for (let page = 1; page <= listPagesMax; page += 1) {
    const answer = await get(`${getGraphUrl(net.base, "me", "accounts")}?${params}`, token, net);
    const items = answer.type === "answer" && answer.status === 200 ? getJsonList(answer.json, "data") : null;
    if (answer.type !== "answer" || items === null) return { problem: toConnectProblem(answer) };
    for (const item of items) {
      const [profile, access] = [parsePage(item, net.base), getJsonText(item, "access_token")];
      const tasks = getJsonList(item, "tasks");
      if (profile === null || access === null || (tasks !== null && !tasks.includes("CREATE_CONTENT"))) continue;
      grants.push({ profile, secret: { access, refresh: null, accessEndsAt: null, more: {} } });
    }
    const after = getJsonText(answer.json, "paging", "next") && getJsonText(answer.json, "paging", "cursors", "after");
    if (after === null) break;
    params.set("after", after);
  }
  return { grants };
}

/** Reads a Page's profile; null if it is none. */
export function parsePage(json: unknown, host: string): AccountProfile | null {
  const remoteId = getJsonText(json, "id");
  const name = getJsonText(json, "name");
  if (remoteId === null || name === null || !/^\d{1,30}$/u.test(remoteId)) return null;
  return {
    remoteId,
    // Not every Page has a name for its address.
    username: getJsonText(json, "username") ?? name,
    name,
    host,
    told: {},
    avatarUrl: getJsonUrl(json, "picture", "data", "url"),
    verified: getJsonValue(json, "verification_status") === "blue_verified",
  };
}

function toConnectProblem(answer: PlatformResult): string {
  if (answer.type !== "answer") return `Facebook couldn't be reached. ${answer.why}`;
  if (toRateLimitWait(answer, new Date(0))) return "Facebook asked us to slow down. Try again in an hour.";
  if (answer.status >= 500) return "Facebook has a problem. Try again in a few minutes.";
  // "Access Token Debugging": 101 is an unknown application, and its secret is checked with code 1.
  const message = getJsonText(answer.json, "error", "message") ?? "";
  if (getErrorCodes(answer).code === 101 || /client secret|application|app id/iu.test(message)) {
    return "Facebook doesn't accept the credentials of Postwright's application. Your administrator must check them.";
  }
  return "Facebook didn't accept the sign-in: it expired or was already used. Start again.";
}
