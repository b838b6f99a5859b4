import type { Platform } from "#lib/service/channels/core/platform.ts";
import { discordConnect, parseProfile } from "./connect.ts";
import { discordConnector, webhookPath } from "./connector.ts";

export const discord: Platform = {
  connector: discordConnector,
  connect: discordConnect,
  needs: [
    "A webhook of the channel; making one needs the right to manage webhooks on that server.",
    "One post is one message of up to 2,000 characters. Marks that Discord would format are escaped and count too; nobody is mentioned.",
    "A webhook can't look for its messages: where no answer came, the post says so and you decide.",
  ],
  base: "https://discord.com",
  authorize: (request, secret, { host }) => {
    const at = `${host}${webhookPath}`;
    if (!request.url.startsWith(at)) return request;
    return { ...request, url: `${host}/api/v10/webhooks/${secret.access}${request.url.slice(at.length)}` };
  },
  isExpired: () => false,
  refresh: { can: false, why: "A webhook's address lasts until it is deleted." },
  revoke: { can: false, why: "A webhook belongs to its server: who made it deletes it there." },
  async profile(account, io) {
    const answer = await io.call({ url: `${account.host}${webhookPath}`, method: "GET", effect: "read" });
    if (answer.type !== "answer") return { type: answer.type === "signed_out" ? "signed_out" : "cannot_tell" };
    if (answer.status === 401 || answer.status === 404) return { type: "signed_out" };
    const profile = parseProfile(answer, account.host);
    return profile ? { type: "seen", profile } : { type: "cannot_tell" };
  },
};
