import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountGrant,
  AccountProfile,
  ConnectFlow,
  ConnectProblem,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { parseEnvelope } from "./responses.ts";

/** Connects by a bot of the organization's own: its token and the channel that it may post in. */
export const telegramConnect: ConnectFlow = {
  by: "form",
  fields: [
    {
      name: "token",
      label: "Bot token",
      help: "From @BotFather: a number, a colon and about 35 letters. One bot can serve many channels.",
      secret: true,
      usual: "",
    },
    {
      name: "chat",
      label: "Channel or group",
      help: "The public name, such as @acme_news. For a private channel, its number, which begins with -100.",
      secret: false,
      usual: "",
    },
    {
      name: "topic",
      label: "Topic",
      help: "Only for a group with topics: a topic's link, such as t.me/c/123/45, or its number. Empty for the General topic.",
      secret: false,
      usual: "",
      isOptional: true,
    },
  ],
  run: connect,
};

const tokenForm = /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/;

async function connect(
  values: Readonly<Record<string, string>>,
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const token = (values["token"] ?? "").trim();
  const chat = parseChatName(values["chat"] ?? "");
  if (!tokenForm.test(token)) {
    return { problem: "That isn't a bot token. A token is a number, a colon and about 35 letters.", field: "token" };
  }
  if (!chat) {
    const what = "Enter the channel's public name, such as @acme_news, or its number, which begins with -.";
    return { problem: what, field: "chat" };
  }
  const topic = parseTopic(values["topic"] ?? "");
  if (topic === undefined) {
    return { problem: "Enter the topic's link, such as https://t.me/c/123/45, or its number.", field: "topic" };
  }
  const ask = async (method: string, body: object) => {
    const answer = await net.fetch({
      url: `${net.base}/bot${token}/${method}`,
      method: "POST",
      effect: "read",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return parseBotApiResult(answer);
  };
  const bot = await ask("getMe", {});
  if (bot.type === "unreached") return unreached;
  const botId = bot.type === "ok" ? bot.result["id"] : null;
  if (bot.type !== "ok" || typeof botId !== "number") {
    return { problem: "Telegram doesn't know this token. Copy it again from @BotFather.", field: "token" };
  }
  const found = await ask("getChat", { chat_id: chat });
  if (found.type === "unreached") return unreached;
  if (found.type !== "ok") {
    const what = "The bot can't find this channel. Check the name, and first add the bot there as an administrator.";
    return { problem: what, field: "chat" };
  }
  const profile = parseProfile(found.result, {
    host: net.base,
    botId,
    botName: String(bot.result["username"] ?? ""),
    topic,
  });
  if (!profile) return { problem: "That is a person's chat. Enter a channel or a group.", field: "chat" };
  if (topic !== null && found.result["is_forum"] !== true) {
    return { problem: `${profile.name} has no topics. Leave the topic empty.`, field: "topic" };
  }
  const member = await ask("getChatMember", { chat_id: profile.remoteId, user_id: botId });
  if (member.type === "unreached") return unreached;
  if (member.type !== "ok" || !canPost(member.result, profile.told["type"])) {
    const what = `The bot can't post in ${profile.name}. Make it an administrator there with permission to post messages.`;
    return { problem: what, field: "chat" };
  }
  return { profile, secret: { access: token, refresh: null, accessEndsAt: null, more: {} } };
}

const unreached: ConnectProblem = {
  problem: "Telegram couldn't be reached. Nothing was saved. Try again in a moment.",
};

/** Parses `@name`, `name`, a link to either, or a number; null for anything else. */
export function parseChatName(typed: string): string | null {
  const text = typed
    .trim()
    .replace(/^(?:https?:\/\/)?t\.me\/(?:s\/)?(?=[A-Za-z])/i, "")
    .replace(/\/$/, "");
  if (/^-\d{1,19}$/.test(text)) return text;
  // Public names: 5 to 32 of a-z, 0-9 and underscores; some sold by Telegram have 4.
  return /^@?[A-Za-z]\w{3,31}$/.test(text) ? `@${text.replace(/^@/, "")}` : null;
}

/**
 * Parses a topic's number, or its link (core.telegram.org/api/links, "Message links": the last number, or the one before
 * the message's). @returns null if empty, undefined for anything else
 */
export function parseTopic(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const link = /^(?:https?:\/\/)?t\.me\/(?:c\/\d+|[A-Za-z]\w{3,31})\/(\d{1,10})(?:\/\d+)?\/?$/i.exec(text);
  const number = Number(link?.[1] ?? (/^\d{1,10}$/.test(text) ? text : Number.NaN));
  if (!Number.isSafeInteger(number) || number < 1) return undefined;
  // 1 is the General topic, for which the Bot API takes no number (tdlib/telegram-bot-api #798).
  return number === 1 ? null : number;
}

type BotApiResult =
  | { type: "ok"; result: Record<string, unknown> }
  | { type: "refused"; status: number }
  | { type: "unreached" };

export function parseBotApiResult(answer: PlatformResult): BotApiResult {
  if (answer.type !== "answer") return { type: "unreached" };
  const envelope = parseEnvelope(answer.json);
  if (!envelope) return { type: "unreached" };
  if (envelope.ok && typeof envelope.result === "object" && envelope.result !== null) {
    return { type: "ok", result: envelope.result as Record<string, unknown> };
  }
  const status = envelope.code || answer.status;
  return status >= 500 || status === 429 ? { type: "unreached" } : { type: "refused", status };
}

/** Parses the profile of a chat; null for a chat with a person. Bot API, ChatFullInfo. */
export function parseProfile(
  chat: Record<string, unknown>,
  options: { host: string; botId: number; botName: string; topic: number | null },
): AccountProfile | null {
  const { id, type, title, username } = chat;
  if (typeof id !== "number" || type === "private" || typeof type !== "string") return null;
  const name = typeof title === "string" && title !== "" ? title : String(id);
  return {
    remoteId: String(id),
    username: typeof username === "string" ? username : String(id),
    name,
    avatarUrl: null,
    verified: false,
    host: options.host,
    told: {
      type,
      botId: options.botId,
      botName: options.botName,
      ...(options.topic !== null && { topic: options.topic }),
    },
  };
}

/**
 * Tells if the bot may post; Bot API, ChatMember: in a channel the right has a name of its own, in a group every member
 * may write unless restricted.
 */
export function canPost(member: Record<string, unknown>, chatType: unknown): boolean {
  const { status } = member;
  if (status === "creator") return true;
  if (chatType === "channel") return status === "administrator" && member["can_post_messages"] === true;
  if (status === "restricted") return member["can_send_messages"] === true;
  return status === "administrator" || status === "member";
}
