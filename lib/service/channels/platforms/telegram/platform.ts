import type { ConnectorIo, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { Platform, ProfileResult } from "#lib/service/channels/core/platform.ts";
import { canPost, parseBotApiResult, parseProfile, telegramConnect } from "./connect.ts";
import { getTopic, telegramConnector } from "./connector.ts";

export const telegram: Platform = {
  connector: telegramConnector,
  connect: telegramConnect,
  requirements: [
    "Your own bot from @BotFather that is an administrator of the channel.",
    "One post is one message of up to 4,096 characters, with images up to 1,024. Telegram has no image descriptions, so they are not sent.",
    "Telegram can't report later whether a message arrived. If Telegram doesn't answer, the post says so and you decide.",
  ],
  base: "https://api.telegram.org",
  // Bot API, "Making requests": the token is a part of the address.
  authorize: (request, secret, { host }) => ({
    ...request,
    url: `${host}/bot${secret.access}${request.url.slice(host.length)}`,
  }),
  isExpired: () => false,
  refresh: { can: false, why: "A bot's token is valid until @BotFather creates another." },
  revoke: { can: false, why: "A bot belongs to its creator and may serve others. @BotFather revokes its token." },
  profile: getProfile,
};

async function getProfile(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const { botId, botName } = account.reportedLimits;
  const ask = async (method: string, body: object) =>
    parseBotApiResult(
      await io.call({
        url: `${account.host}/${method}`,
        method: "POST",
        effect: "read",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const chat = await ask("getChat", { chat_id: account.remoteId });
  if (chat.type !== "ok") return { type: chat.type === "refused" ? "signed_out" : "cannot_tell" };
  const known = { host: account.host, botId: Number(botId), botName: String(botName ?? ""), topic: getTopic(account) };
  const profile = parseProfile(chat.result, known);
  if (!profile) return { type: "cannot_tell" };
  const member = await ask("getChatMember", { chat_id: account.remoteId, user_id: known.botId });
  if (member.type === "unreached") return { type: "cannot_tell" };
  return member.type === "ok" && canPost(member.result, profile.told["type"])
    ? { type: "seen", profile }
    : { type: "signed_out" };
}
