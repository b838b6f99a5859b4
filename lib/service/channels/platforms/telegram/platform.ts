import type { ConnectorIo, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { Platform, ProfileResult } from "#lib/service/channels/core/platform.ts";
import { canPost, parseBotApiResult, parseProfile, telegramConnect } from "./connect.ts";
import { telegramConnector } from "./connector.ts";

export const telegram: Platform = {
  connector: telegramConnector,
  connect: telegramConnect,
  needs: [
    "A bot of your own from @BotFather that is an administrator of the channel.",
    "One post is one message: up to 4,096 characters, with images up to 1,024. Telegram knows no image descriptions; they are not sent.",
    "Telegram can't be asked later whether a message arrived: where no answer came, the post says so and you decide.",
  ],
  base: "https://api.telegram.org",
  // Bot API, "Making requests": the token is a part of the address.
  authorize: (request, secret, { host }) => ({
    ...request,
    url: `${host}/bot${secret.access}${request.url.slice(host.length)}`,
  }),
  isExpired: () => false,
  refresh: { can: false, why: "A bot's token lasts until @BotFather makes another." },
  revoke: { can: false, why: "A bot is its maker's, and may serve others: @BotFather takes its token back." },
  profile: getProfile,
};

async function getProfile(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const { botId, botName } = account.told;
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
  const known = { host: account.host, botId: Number(botId), botName: String(botName ?? "") };
  const profile = parseProfile(chat.result, known);
  if (!profile) return { type: "cannot_tell" };
  const member = await ask("getChatMember", { chat_id: account.remoteId, user_id: known.botId });
  if (member.type === "unreached") return { type: "cannot_tell" };
  return member.type === "ok" && canPost(member.result, profile.told["type"])
    ? { type: "seen", profile }
    : { type: "signed_out" };
}
