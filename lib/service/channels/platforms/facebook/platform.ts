import type { Platform } from "#lib/service/channels/core/platform.ts";
import { isTokenExpired } from "#lib/service/channels/graph-api/graph-errors.ts";
import { getGraphUrl, graphVersion } from "#lib/service/channels/graph-api/graph-version.ts";
import { facebookBaseUrl, facebookConnect, pageFields, parsePage } from "./connect.ts";
import { facebookConnector } from "./connector.ts";

export const facebook: Platform = {
  connector: facebookConnector,
  connect: facebookConnect,
  requirements: [
    "Posts go to a Page, not to a person's profile. You need full control of the Page, or its task for content.",
    "Up to 63,206 characters and up to 10 images, each with its description. A post without images shows a card of its first link.",
    "You choose the Page after signing in. To connect another Page, sign in again and allow it too.",
  ],
  base: facebookBaseUrl,
  version: graphVersion,
  authorize: (request, secret) => {
    const joint = request.url.includes("?") ? "&" : "?";
    return { ...request, url: `${request.url}${joint}access_token=${encodeURIComponent(secret.access)}` };
  },
  isExpired: (answer) => answer.type === "answer" && isTokenExpired(answer),
  // "Get Long-Lived Tokens": a Page's token does not end, and it ends only with the person's password, role or consent.
  refresh: { can: false, why: "A Page's access on Facebook has no end. If Facebook ends it, sign in again." },
  // `DELETE /{user}/permissions` would end the access to all Pages of the person, those of other channels too.
  revoke: {
    can: false,
    why: "Facebook would end the access to all Pages of the person who signed in. They end it on Facebook under Business integrations.",
  },
  async profile(account, io) {
    const url = `${getGraphUrl(account.host, account.remoteId)}?fields=${pageFields}`;
    const answer = await io.call({ url, method: "GET", effect: "read" });
    if (answer.type === "signed_out") return { type: "signed_out" };
    const profile = answer.type === "answer" && answer.status === 200 ? parsePage(answer.json, account.host) : null;
    return profile ? { type: "seen", profile } : { type: "cannot_tell" };
  },
};
