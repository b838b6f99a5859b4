import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountChoice,
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
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { findPageRoles, getPageProfile, getPages } from "./organization-pages.ts";
import { versionHeaders } from "./responses.ts";

export const linkedinBaseUrl = "https://api.linkedin.com";
/** Consent and token exchange use another host than the API ("3-legged OAuth Flow"). */
const oauthBase = (host: string) => (host === linkedinBaseUrl || host === "" ? "https://www.linkedin.com" : host);

const ofMembers = ["openid", "profile", "w_member_social"];
/**
 * Scopes from "Posts API" and "Organization Access Control by Role": to find a member's pages, to post as them, and to
 * read their posts. They come with the product "Community Management API", which LinkedIn grants on request.
 */
const ofPages = ["rw_organization_admin", "w_organization_social", "r_organization_social"];

/** An application with the product for pages may have no other product, so it can't sign in members. */
const uses = [
  {
    name: "members",
    scopes: ofMembers,
    label: "Members",
    help: "Its products: Share on LinkedIn, Sign In with LinkedIn.",
  },
  {
    name: "both",
    scopes: [...ofMembers, ...ofPages],
    label: "Members and pages",
    help: "Its products: those for members, and Community Management API.",
  },
  { name: "pages", scopes: ofPages, label: "Pages", help: "Its product: Community Management API." },
] as const;
const scopesOf = ({ use }: AppCredentials): readonly string[] =>
  (uses.find(({ name }) => name === use) ?? uses[0]).scopes;

/**
 * Connects a person, the pages that the person may post for, or both, depending on the scopes of the operator's
 * application.
 */
export const linkedinConnect: ConnectFlow = {
  by: "oauth",
  host: null,
  app: { from: "operator", uses: uses.map(({ name, label, help }) => ({ name, label, help })) },
  authorizeUrl({ host, redirectUri, state, app }) {
    const params = new URLSearchParams({
      response_type: "code",
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: scopesOf(app).join(" "),
      state,
    });
    return `${oauthBase(host)}/oauth/v2/authorization?${params}`;
  },
  finish,
};

async function finish(
  options: { redirectUri: string; code: string; app: AppCredentials },
  net: PlatformHttpClient,
): Promise<AccountGrant | AccountChoice | ConnectProblem> {
  const scopes = scopesOf(options.app);
  const answer = await net.fetch({
    url: `${oauthBase(net.base)}/oauth/v2/accessToken`,
    method: "POST",
    effect: "write",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: options.code,
      redirect_uri: options.redirectUri,
      client_id: options.app.clientId,
      client_secret: options.app.clientSecret,
    }).toString(),
  });
  const access = answer.type === "answer" && answer.status === 200 ? getJsonText(answer.json, "access_token") : null;
  if (access === null || answer.type !== "answer") return { problem: problemOf(answer) };
  const grantedScopes = getJsonText(answer.json, "scope")?.split(/[ ,]+/u);
  if (grantedScopes && !scopes.every((scope) => grantedScopes.includes(scope))) {
    return { problem: "Not all permissions were granted. Start again and allow everything that Postwright asks for." };
  }
  const secret = toSecret(access, answer, net.now());
  const ask = (path: string) =>
    net.fetch({
      url: `${net.base}${path}`,
      method: "GET",
      effect: "read",
      headers: { ...versionHeaders, authorization: `Bearer ${access}` },
    });
  const choose: AccountChoice["choose"][number][] = [];
  if (scopes.includes("openid")) {
    const who = await ask("/v2/userinfo");
    const profile = parsePerson(who, net.base);
    if (!profile) return { problem: problemOf(who) };
    choose.push({ profile, secret, what: "Your own profile" });
  }
  if (scopes.includes("w_organization_social")) {
    const pages = await findPages(ask, net.base);
    if ("problem" in pages) return pages;
    choose.push(...pages.map((profile) => ({ profile, secret, what: "Page" })));
  }
  const [first, ...others] = choose;
  if (!first) {
    return {
      problem:
        "You can't post for any page on LinkedIn. Ask an administrator of the page for a role that allows posting.",
    };
  }
  return others.length === 0 ? { profile: first.profile, secret } : { choose };
}

/**
 * Creates the stored credentials. Access lasts 60 days. LinkedIn gives approved applications also a token to refresh it
 * with, for a year from the sign-in, and a refresh does not move that end ("Programmatic Refresh Tokens").
 */
function toSecret(access: string, answer: PlatformResponse, now: Date): AccountSecret {
  const seconds = getJsonCount(answer.json, "expires_in") ?? 60 * 86_400;
  const refresh = getJsonText(answer.json, "refresh_token");
  const refreshSeconds = getJsonCount(answer.json, "refresh_token_expires_in");
  const after = (s: number) => new Date(now.getTime() + s * 1_000).toISOString();
  return {
    access,
    refresh,
    accessEndsAt: after(seconds),
    ...(refresh !== null && refreshSeconds !== null && { refreshEndsAt: after(refreshSeconds) }),
    more: {},
  };
}

/**
 * Refreshes the access. The refresh token stays the same, so a repeat after a lost answer is safe. A dead token is
 * `invalid_grant` (RFC 6749, 5.2), or `invalid_request` with "The provided authorization grant or refresh token is invalid,
 * expired or revoked" ("Programmatic Refresh Tokens" by a copy of 19 September 2026). Nobody has seen it with real keys.
 */
export async function refreshAccess(
  secret: AccountSecret,
  { app }: { app: AppCredentials | null },
  net: PlatformHttpClient,
): Promise<RefreshResult> {
  if (secret.refresh === null) return { type: "refused" };
  if (app === null)
    return { type: "unclear", why: "The credentials of Postwright's application at LinkedIn are missing." };
  const answer = await net.fetch({
    url: `${oauthBase(net.base)}/oauth/v2/accessToken`,
    method: "POST",
    effect: "read",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: secret.refresh,
      client_id: app.clientId,
      client_secret: app.clientSecret,
    }).toString(),
  });
  if (answer.type !== "answer" || answer.status === 429) return { type: "unsent" };
  const access = answer.status === 200 ? getJsonText(answer.json, "access_token") : null;
  if (access !== null) {
    const fresh = toSecret(access, answer, net.now());
    const { refreshEndsAt = fresh.refreshEndsAt } = secret;
    const kept = { ...fresh, refresh: fresh.refresh ?? secret.refresh, ...(refreshEndsAt && { refreshEndsAt }) };
    return { type: "refreshed", secret: kept };
  }
  const error = getJsonText(answer.json, "error") ?? "";
  const isDead = /refresh token is invalid, expired or revoked/iu.test(
    getJsonText(answer.json, "error_description") ?? "",
  );
  if (error === "invalid_grant" || (error === "invalid_request" && isDead)) return { type: "refused" };
  return error.endsWith("_client") ? { type: "unclear", why: problemOf(answer) } : { type: "unclear" };
}

async function findPages(ask: (path: string) => Promise<PlatformResult>, host: string) {
  const roles = await findPageRoles(ask);
  if ("type" in roles) {
    const isClosed = roles.type === "answer" && roles.status === 403;
    const closed =
      "LinkedIn doesn't let Postwright's application see your pages. Your administrator must check its products.";
    return { problem: isClosed ? closed : problemOf(roles) };
  }
  const shown = await getPages(ask, roles.ids);
  return await Promise.all(roles.ids.map((id) => getPageProfile(ask, id, shown.get(id) ?? null, host)));
}

function problemOf(answer: PlatformResult): string {
  if (answer.type !== "answer") return `LinkedIn couldn't be reached. ${answer.why}`;
  if (answer.status === 429) return "LinkedIn asked us to slow down. Try again in an hour.";
  if (answer.status >= 500) return "LinkedIn has a problem. Try again in a few minutes.";
  const error = getJsonText(answer.json, "error");
  if (error === "invalid_client" || error === "unauthorized_client") {
    return "LinkedIn doesn't accept the credentials of Postwright's application. Your administrator must check them.";
  }
  return "LinkedIn didn't accept the sign-in: it expired or was already used. Start again.";
}

/** Parses a person; "Sign In with LinkedIn using OpenID Connect": `sub` is the person's id for this application. */
export function parsePerson(answer: PlatformResult, host: string): AccountProfile | null {
  if (answer.type !== "answer" || answer.status !== 200) return null;
  const sub = getJsonText(answer.json, "sub");
  const name = getJsonText(answer.json, "name");
  if (sub === null || name === null || !/^[\w-]{1,64}$/u.test(sub)) return null;
  const avatarUrl = getJsonUrl(answer.json, "picture");
  return { remoteId: `person:${sub}`, username: name, name, avatarUrl, verified: false, host, told: {} };
}
