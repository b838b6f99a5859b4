import type { PlatformAnswer } from "#lib/service/channels/connector";
import type { Connect, Connected, ConnectProblem, Net, Platform, Profile } from "#lib/service/channels/platform";
import { pickAddress, pickCount, pickText } from "#lib/service/channels/read-answer";
import { apiVersion } from "./answers.ts";
import { linkedinConnector } from "./connector.ts";

const base = "https://api.linkedin.com";
/** People say yes, and codes are exchanged, at another host than the API's ("3-legged OAuth Flow"). */
const oauthBase = (host: string) => (host === base || host === "" ? "https://www.linkedin.com" : host);
const scopes = "openid profile w_member_social";

const connect: Connect = {
  by: "oauth",
  host: null,
  app: { from: "operator" },
  authorizeUrl({ host, redirectUri, state, app }) {
    const asked = new URLSearchParams({
      ...{ response_type: "code", client_id: app.clientId, redirect_uri: redirectUri, scope: scopes, state },
    });
    return `${oauthBase(host)}/oauth/v2/authorization?${asked}`;
  },
  finish,
};

async function finish(
  at: { redirectUri: string; code: string; app: { clientId: string; clientSecret: string } },
  net: Net,
): Promise<Connected | ConnectProblem> {
  const answer = await net.fetch({
    ...{ url: `${oauthBase(net.base)}/oauth/v2/accessToken`, method: "POST", effect: "write" },
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", code: at.code, redirect_uri: at.redirectUri },
      ...{ client_id: at.app.clientId, client_secret: at.app.clientSecret },
    }).toString(),
  });
  const access = answer.is === "answer" && answer.status === 200 ? pickText(answer.json, "access_token") : null;
  if (access === null || answer.is !== "answer") return { problem: problemOf(answer) };
  const given = pickText(answer.json, "scope")?.split(/[ ,]+/u);
  if (given && !scopes.split(" ").every((scope) => given.includes(scope))) {
    return { problem: "Not all permissions were given. Begin again and allow what Postwright asks for." };
  }
  const who = await net.fetch({
    ...{ url: `${net.base}/v2/userinfo`, method: "GET", effect: "read" },
    headers: { authorization: `Bearer ${access}` },
  });
  const profile = readProfile(who, net.base, net.now());
  if (!profile) return { problem: problemOf(who) };
  // 60 days; there is no refresh but for LinkedIn's partners.
  const seconds = pickCount(answer.json, "expires_in") ?? 60 * 86_400;
  const accessEndsAt = new Date(net.now().getTime() + seconds * 1_000).toISOString();
  return { profile, secret: { access, refresh: null, accessEndsAt, more: {} } };
}

function problemOf(answer: PlatformAnswer): string {
  if (answer.is !== "answer") return `LinkedIn could not be reached. ${answer.why}`;
  if (answer.status === 429) return "LinkedIn asks us to slow down. Try again tomorrow.";
  if (answer.status >= 500) return "LinkedIn has trouble just now. Try again in a few minutes.";
  const error = pickText(answer.json, "error");
  if (error === "invalid_client" || error === "unauthorized_client") {
    return "LinkedIn does not accept the keys of Postwright's application: your administrator must check them.";
  }
  return "LinkedIn did not accept the answer: it took too long, or was given twice. Begin again.";
}

/** "Sign In with LinkedIn using OpenID Connect": `sub` is the person's number for this application. */
function readProfile(answer: PlatformAnswer, host: string, now: Date): Profile | null {
  if (answer.is !== "answer" || answer.status !== 200) return null;
  const sub = pickText(answer.json, "sub");
  const name = pickText(answer.json, "name");
  if (sub === null || name === null || !/^[\w-]{1,64}$/u.test(sub)) return null;
  const told = { apiVersion: apiVersion.speaks, isApiOld: now >= new Date(apiVersion.warnFrom) };
  const avatarUrl = pickAddress(answer.json, "picture");
  return { remoteId: `person:${sub}`, username: name, name, avatarUrl, verified: false, host, told };
}

/** An upload goes where LinkedIn says, and the token goes with it to LinkedIn's own hosts alone. */
function isTheirs(url: string, host: string): boolean {
  if (url.startsWith(`${host}/`)) return true;
  const { protocol, hostname } = new URL(url);
  return host === base && protocol === "https:" && hostname.endsWith(".linkedin.com");
}

export const linkedin: Platform = {
  connector: linkedinConnector,
  connect,
  needs: [
    "Access that lasts 60 days: LinkedIn has no way to make it longer, so you are asked to connect again in time.",
    "One post is one item of up to 3,000 characters with up to 20 images, each with its description.",
    "LinkedIn does not let us look at your posts: where no answer came, the post says so and you decide. Sent again, LinkedIn tells whether it stood there.",
  ],
  base,
  authorize: (request, secret, { host }) =>
    isTheirs(request.url, host)
      ? { ...request, headers: { ...request.headers, authorization: `Bearer ${secret.access}` } }
      : request,
  isExpired: (answer) => answer.is === "answer" && answer.status === 401,
  refresh: { can: false, why: "LinkedIn gives a longer access to its partners alone." },
  async profile(account, io) {
    const answer = await io.call({ url: `${account.host}/v2/userinfo`, method: "GET", effect: "read" });
    if (answer.is === "signed_out") return { is: "signed_out" };
    const profile = readProfile(answer, account.host, io.now());
    return profile ? { is: "seen", profile } : { is: "cannot_tell" };
  },
};
