import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import { isProxyPage } from "#lib/service/channels/core/no-response.ts";
import type {
  AccountGrant,
  AccountProfile,
  ConnectFlow,
  ConnectProblem,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { discordHeaders } from "./connector.ts";

/** Connects by the address of a webhook, which is also its secret. */
export const discordConnect: ConnectFlow = {
  by: "form",
  fields: [
    {
      name: "url",
      label: "Webhook address",
      help: "Anyone with the address can post there, so it is stored encrypted and never shown again.",
      secret: true,
      usual: "",
    },
  ],
  run: connect,
};

async function connect(
  values: Readonly<Record<string, string>>,
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const access = parseWebhookUrl(values["url"] ?? "", net.base);
  if (!access) {
    const what = "That isn't a Discord webhook. Its address begins with https://discord.com/api/webhooks/.";
    return { problem: what, field: "url" };
  }
  const answer = await net.fetch({
    url: `${net.base}/api/v10/webhooks/${access}`,
    method: "GET",
    effect: "read",
    headers: discordHeaders,
  });
  if (answer.type !== "answer" || answer.status >= 500 || answer.status === 429 || isProxyPage(answer)) {
    return { problem: "Discord couldn't be reached. Nothing was saved. Try again in a moment." };
  }
  const profile = parseProfile(answer, net.base);
  if (!profile) return { problem: "Discord doesn't know this webhook. Copy its address again.", field: "url" };
  return { profile, secret: { access, refresh: null, accessEndsAt: null, more: {} } };
}

/** Discord's present and former hosts of webhooks; all lead to the same webhook, and requests go to one host. */
const hosts: ReadonlySet<string> = new Set(["discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"]);

/** Returns `id/token` of a webhook's address; null for other addresses. No request goes to the typed host. */
export function parseWebhookUrl(typed: string, base: string): string | null {
  const text = typed.trim();
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isTheirs = url.protocol === "https:" && url.port === "" && hosts.has(url.hostname);
  if ((!isTheirs && url.origin !== new URL(base).origin) || url.username !== "" || url.password !== "") return null;
  return /^\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{1,20}\/[A-Za-z0-9_-]{20,200})\/?$/.exec(url.pathname)?.[1] ?? null;
}

/** Parses a webhook (Discord, Webhook resource); null if we can't post with it. */
export function parseProfile(answer: Extract<PlatformResult, { type: "answer" }>, host: string): AccountProfile | null {
  const { json } = answer;
  if (answer.status !== 200 || typeof json !== "object" || json === null) return null;
  const { id, type, channel_id: channel, guild_id: guild, name, avatar } = json as Record<string, unknown>;
  // Type 1 is an incoming webhook; others belong to an application.
  if (typeof id !== "string" || typeof channel !== "string" || type !== 1) return null;
  const called = typeof name === "string" && name !== "" ? name : "Discord webhook";
  return {
    // The channel id survives a new webhook.
    remoteId: channel,
    username: called,
    name: called,
    verified: false,
    host,
    // Reference, "Image Formatting".
    avatarUrl: typeof avatar === "string" ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` : null,
    told: { webhookId: id, guildId: typeof guild === "string" ? guild : null },
  };
}
