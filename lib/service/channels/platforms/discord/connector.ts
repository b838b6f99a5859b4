import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type {
  Connector,
  ConnectorIo,
  OutgoingPart,
  PlatformAccount,
  PlatformRequest,
  PublishedPart,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { encodeMultipart } from "#lib/service/channels/core/multipart.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { formatMissingImages, getJsonList, getJsonText } from "#lib/service/channels/core/platform-response.ts";
import { escapeDiscordMarkdown } from "#lib/text/discord-markdown.ts";
import { errorCodes, getErrorCode, getRateLimitReset, toPublishOutcome } from "./responses.ts";

/** Returns the creation time of a snowflake; Discord, Reference, "Snowflakes". */
function getSnowflakeTime(snowflake: string): Date {
  return new Date(Number((BigInt(snowflake) >> 22n) + 1_420_070_400_000n));
}

/**
 * Reference, "User Agent": `DiscordBot ($url, $versionNumber)`; other clients "may be blocked" (read November 2026). The
 * address names the client, not the installation: PUBLIC_URL would tell Discord where a private server is, and may be
 * missing. The product has no page of its own, and an address under `.invalid` never becomes somebody else's (RFC 2606).
 * Discord blocks agents of known libraries and browsers alone (discord-api-docs #4908, Suwayomi-Tsumiru #339 of August
 * 2026).
 */
export const discordHeaders: Readonly<Record<string, string>> = {
  "user-agent": "DiscordBot (https://postwright.invalid, 0.1)",
};

/** Placeholder for the webhook's own id and token, which the connector does not know. */
export const webhookPathPlaceholder = "/api/v10/webhooks/~";

/**
 * Connector for a Discord channel with a webhook of its own; rules from
 * https://docs.discord.com/developers/resources/webhook. Webhooks have no idempotency key (`nonce` is for bots) and
 * list none of their messages, so a request without an answer stays unknown. Without `wait=true` a message that was not
 * saved is no error.
 */
export const discordConnector: Connector = {
  slug: "discord",
  // No key and no lookup: nothing is sent again without the member's word.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: 0, resends: 0 }),
  imageForm: () => getAccountImageRequirements("discord"),
  plan: (part) => ({ content: escapeDiscordMarkdown(part.text) }),
  prepare: { can: false, why: "Images are sent with the message itself." },

  async publishPart(part, account, io): Promise<PublishOutcome> {
    const content = typeof part.wire["content"] === "string" ? part.wire["content"] : escapeDiscordMarkdown(part.text);
    const limit = getPlatformRules("discord")?.limit ?? 0;
    if (content.length > limit) {
      const marked =
        content.length > part.text.length ? " including the escapes that stop Discord from formatting it" : "";
      const message = `The text has ${content.length} characters${marked}; Discord allows ${limit}.`;
      return { type: "rejected", error: { reason: "invalid", message } };
    }
    const files = await readFiles(part, io);
    if (!files) return { type: "temporary", error: { reason: "media", message: "An image couldn't be read." } };
    let answer = await io.call(createSendRequest(part, { content }, files, account));
    // Only Discord knows that the channel is a forum: it refuses a message without a title, and a title elsewhere.
    if (answer.type === "answer" && getErrorCode(answer) === errorCodes.forumNeedsThread) {
      const message = { content, thread_name: getThreadName(part, account) };
      answer = await io.call(createSendRequest(part, message, files, account));
    }
    if (answer.type !== "answer") return toNoResponseOutcome(answer);
    const sent = answer.status === 200 ? toPublishedPart(answer.json, part, account) : null;
    if (sent === null) return toPublishOutcome(answer, io.now());
    const rest = getRateLimitReset(answer, io.now());
    return { type: "published", sent, ...(rest && { restUntil: rest }) };
  },

  findPart: {
    can: false,
    why: "A webhook can read a message only by its ID, and without an answer the ID is unknown.",
  },

  remove: {
    can: true,
    async run(remoteId, account, io) {
      const [webhookId, messageId, threadId] = remoteId.split(".");
      // A webhook can't delete a post of a forum: its title would stay.
      if (!messageId || threadId || webhookId !== String(account.reportedLimits["webhookId"] ?? "")) return "cannot";
      const answer = await io.call({
        url: `${account.host}${webhookPathPlaceholder}/messages/${messageId}`,
        method: "DELETE",
        effect: "write",
        headers: discordHeaders,
      });
      if (answer.type !== "answer") return "cannot";
      if (answer.status === 204) return "removed";
      return getErrorCode(answer) === errorCodes.unknownMessage ? "absent" : "cannot";
    },
  },
};

/** Returns the message of an answer, which is a part of ours; null if it has no id. */
function toPublishedPart(json: unknown, part: OutgoingPart, account: PlatformAccount): PublishedPart | null {
  const id = getJsonText(json, "id");
  if (id === null || !snowflake.test(id)) return null;
  const { guildId, webhookId } = account.reportedLimits;
  const shown = getJsonList(json, "attachments")?.length ?? part.images.length;
  const note = formatMissingImages("Discord", shown, part.images.length);
  // In a forum the message is in a thread of its own.
  const channelId = getJsonText(json, "channel_id") ?? account.remoteId;
  const threadId = channelId === account.remoteId || !snowflake.test(channelId) ? null : channelId;
  return {
    // Only the webhook that sent a message may delete it, and a channel may get a new webhook.
    remoteId: `${String(webhookId ?? "")}.${id}${threadId === null ? "" : `.${threadId}`}`,
    url:
      typeof guildId === "string"
        ? `https://discord.com/channels/${guildId}/${threadId ?? account.remoteId}/${id}`
        : null,
    at: getSnowflakeTime(id),
    proof: "answer",
    ...(note && { note }),
  };
}

const snowflake = /^\d{1,20}$/;

/** Channel resource, "Start Thread in Forum or Media Channel": a name of 1 to 100 characters. */
const threadNameMax = 100;

/** Returns the title of a post in a forum: the text's first line, shortened; the webhook's name without a text. */
function getThreadName({ text }: OutgoingPart, account: PlatformAccount): string {
  const line = text.trim().split(/\r?\n/, 1)[0]?.trim() || account.username;
  return line.length <= threadNameMax ? line : `${cutToLength(line, threadNameMax - 1)}…`;
}

/** Cuts a text to a length in UTF-16 units without splitting what readers see as one character. */
function cutToLength(text: string, length: number): string {
  let cut = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (cut.length + segment.length > length) break;
    cut += segment;
  }
  return cut;
}

/** Reads the images' bytes in order; null if one can't be read. */
async function readFiles(part: OutgoingPart, io: ConnectorIo): Promise<Uint8Array[] | null> {
  const files: Uint8Array[] = [];
  for (const image of part.images) {
    const bytes = await io.readImage(image).catch(() => null);
    if (!bytes) return null;
    files.push(bytes);
  }
  return files;
}

/** Creates the JSON of Execute Webhook. A member's text mentions nobody, whatever Discord reads in it. */
export function createMessage(part: OutgoingPart, content: { content: string; thread_name?: string }) {
  const message = { ...content, allowed_mentions: { parse: [] } };
  if (part.images.length === 0) return message;
  const attachments = part.images.map(({ fileName, alt }, id) => ({
    id,
    filename: fileName,
    ...(alt !== "" && { description: alt }),
  }));
  return { ...message, attachments };
}

/**
 * Creates the Execute Webhook request: JSON, or with files a form whose `payload_json` is that JSON and whose files are
 * `files[n]`.
 */
function createSendRequest(
  part: OutgoingPart,
  content: { content: string; thread_name?: string },
  files: readonly Uint8Array[],
  account: PlatformAccount,
): PlatformRequest {
  const to = { url: `${account.host}${webhookPathPlaceholder}?wait=true`, method: "POST", effect: "write" } as const;
  const message = createMessage(part, content);
  if (part.images.length === 0) {
    return { ...to, headers: { ...discordHeaders, "content-type": "application/json" }, body: JSON.stringify(message) };
  }
  const { contentType, body } = encodeMultipart([
    { name: "payload_json", value: JSON.stringify(message) },
    ...part.images.map(({ fileName, mime }, at) => ({
      name: `files[${at}]`,
      fileName,
      mime,
      bytes: files[at] ?? new Uint8Array(),
    })),
  ]);
  return { ...to, headers: { ...discordHeaders, "content-type": contentType }, body };
}
