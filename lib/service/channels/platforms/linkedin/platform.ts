import type { ConnectorIo, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { Platform, ProfileResult } from "#lib/service/channels/core/platform.ts";
import { linkedinBaseUrl as base, linkedinConnect, parsePerson, refreshAccess } from "./connect.ts";
import { linkedinConnector } from "./connector.ts";
import { isOrganizationPage } from "./lookup.ts";
import { findPageRoles, getPageProfile, getPages } from "./organization-pages.ts";
import { apiVersion, versionHeaders } from "./responses.ts";

/**
 * Tells if an address is LinkedIn's own: an upload goes where LinkedIn says, but its token only to LinkedIn's own
 * hosts.
 */
function isTheirs(url: string, host: string): boolean {
  if (url.startsWith(`${host}/`)) return true;
  const { protocol, hostname } = new URL(url);
  return host === base && protocol === "https:" && hostname.endsWith(".linkedin.com");
}

export const linkedin: Platform = {
  connector: linkedinConnector,
  connect: linkedinConnect,
  requirements: [
    "Access lasts 60 days, or a year if LinkedIn lets your administrator's application renew it. You are asked to reconnect in time.",
    "One post is one item of up to 3,000 characters with up to 20 images, each with its description.",
    "LinkedIn doesn't let us look up a person's posts. If LinkedIn doesn't answer, the post says so and you decide. When you send it again, LinkedIn reports whether it was already published. Posts of a page can be looked up.",
    "To connect a page you need a role that can post for it, and your administrator's application must allow pages. You choose the page after signing in.",
  ],
  base,
  version: apiVersion,
  authorize: (request, secret, { host }) =>
    isTheirs(request.url, host)
      ? { ...request, headers: { ...request.headers, authorization: `Bearer ${secret.access}` } }
      : request,
  isExpired: (answer) => answer.type === "answer" && answer.status === 401,
  refresh: { can: true, run: refreshAccess, only: "For applications that LinkedIn gave a refresh token." },
  // learn.microsoft.com/linkedin/shared/authentication describes no revocation; besides, one sign-in serves several
  // pages.
  revoke: {
    can: false,
    why: "LinkedIn doesn't let applications revoke access. The member ends it on LinkedIn under Data privacy.",
  },
  profile: (account, io) =>
    isOrganizationPage(account) ? checkPageAccess(account, io) : getPersonProfile(account, io),
};

async function getPersonProfile(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const answer = await io.call({ url: `${account.host}/v2/userinfo`, method: "GET", effect: "read" });
  if (answer.type === "signed_out") return { type: "signed_out" };
  const profile = parsePerson(answer, account.host);
  return profile ? { type: "seen", profile } : { type: "cannot_tell" };
}

/**
 * Checks the page's access: it lasts as long as the person who connected the page has a role there, and that role may
 * end while the token is still valid.
 */
async function checkPageAccess(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const ask = (path: string) =>
    io.call({ url: `${account.host}${path}`, method: "GET", effect: "read", headers: versionHeaders });
  const roles = await findPageRoles(ask);
  if ("type" in roles) return { type: roles.type === "signed_out" ? "signed_out" : "cannot_tell" };
  const id = account.remoteId.slice("organization:".length);
  if (!roles.ids.includes(id)) return { type: "signed_out" };
  const shown = (await getPages(ask, [id])).get(id);
  return shown
    ? { type: "seen", profile: await getPageProfile(ask, id, shown, account.host) }
    : { type: "cannot_tell" };
}
