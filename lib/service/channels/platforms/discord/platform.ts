import type { Platform } from "#lib/service/channels/core/platform.ts";
import { discordConnect, parseProfile } from "./connect.ts";
import { discordConnector, discordHeaders, webhookPathPlaceholder } from "./connector.ts";
import { isWebhookLost } from "./responses.ts";

export const discord: Platform = {
  connector: discordConnector,
  connect: discordConnect,
  requirements: [
    "A webhook of the channel. Creating one needs the permission to manage webhooks on that server.",
    "One post is one message of up to 2,000 characters. Characters that Discord would treat as formatting are escaped, and the escapes count too. Nobody is mentioned.",
    "In a forum channel each post becomes a forum post with its first line as the title, which only people can delete there.",
    "A webhook can't look up its messages. If Discord doesn't answer, the post says so and you decide.",
  ],
  base: "https://discord.com",
  authorize: (request, secret, { host }) => {
    const at = `${host}${webhookPathPlaceholder}`;
    if (!request.url.startsWith(at)) return request;
    return { ...request, url: `${host}/api/v10/webhooks/${secret.access}${request.url.slice(at.length)}` };
  },
  isExpired: () => false,
  refresh: { can: false, why: "A webhook's address is valid until it is deleted." },
  revoke: { can: false, why: "A webhook belongs to its server. The person who created it deletes it there." },
  async profile(account, io) {
    const answer = await io.call({
      url: `${account.host}${webhookPathPlaceholder}`,
      method: "GET",
      effect: "read",
      headers: discordHeaders,
    });
    if (answer.type !== "answer") return { type: answer.type === "signed_out" ? "signed_out" : "cannot_tell" };
    if (isWebhookLost(answer)) return { type: "signed_out" };
    const profile = parseProfile(answer, account.host);
    return profile ? { type: "seen", profile } : { type: "cannot_tell" };
  },
};
