import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type {
  Connector,
  ConnectorIo,
  OutgoingPart,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
  PublishError,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { encodeMultipart } from "#lib/service/channels/core/multipart.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import { escapeDiscordMarkdown } from "#lib/text/discord-markdown.ts";

type DiscordResponse = Extract<PlatformResult, { type: "answer" }>;

/** Codes of Discord's reference, Opcodes and Status Codes, "JSON". */
const codes = { unknownWebhook: 10_015, invalidToken: 50_027, tooLarge: 40_005, blocked: [200_000, 200_001] } as const;

function getErrorCode(json: unknown): number {
  return typeof json === "object" && json !== null && "code" in json && typeof json.code === "number" ? json.code : 0;
}

/** Returns the outcome of a refused request. Nothing was published unless the outcome is `unknown`. */
function toPublishOutcome(answer: DiscordResponse, now: Date): PublishOutcome {
  const { status, json } = answer;
  if (status >= 500 || status === 408 || status < 400) return { type: "unknown" };
  if (status === 429) return { type: "wait", until: new Date(now.getTime() + waitMs(answer)), of: "account" };
  const code = getErrorCode(json);
  if (status === 401 || status === 404 || code === codes.unknownWebhook || code === codes.invalidToken) {
    const message = "The webhook was deleted on Discord. Create a new one there.";
    return { type: "reconnect", error: { reason: "gone", message } };
  }
  if (status === 413 || code === codes.tooLarge) {
    return rejected("media", "The images are larger than this Discord server allows.");
  }
  if (codes.blocked.some((one) => one === code)) {
    return rejected("forbidden", "The Discord server's own rules (AutoMod) block this text.");
  }
  if (status === 403) return rejected("forbidden", "Discord doesn't let this webhook post here.");
  const reason = quotePlatformReason(getJsonText(json, "message"));
  return rejected("invalid", `Discord doesn't accept the content.${reason}`);
}

const rejected = (reason: PublishError["reason"], message: string): PublishOutcome => ({
  type: "rejected",
  error: { reason, message },
});

const unsaidWaitMs = 30_000;

/**
 * Returns the wait, rounded up. Discord, "Rate Limits": `retry_after` is seconds as a float, the header whole seconds.
 */
function waitMs({ headers, json }: DiscordResponse): number {
  const retryAfter = typeof json === "object" && json !== null && "retry_after" in json ? json.retry_after : null;
  const seconds = Math.max(typeof retryAfter === "number" ? retryAfter : 0, Number(headers["retry-after"] ?? 0) || 0);
  return seconds > 0 ? Math.ceil(seconds * 1_000) : unsaidWaitMs;
}

/**
 * Returns the end of the period if its bucket has no requests left; "Rate Limits", `X-RateLimit-Reset-After` is seconds
 * as a float.
 */
function getRateLimitReset({ headers }: DiscordResponse, now: Date): Date | null {
  const after = Number(headers["x-ratelimit-reset-after"]);
  if (headers["x-ratelimit-remaining"] !== "0" || !(after > 0)) return null;
  return new Date(now.getTime() + Math.ceil(after * 1_000));
}

/** Returns the creation time of a snowflake; Discord, Reference, "Snowflakes". */
function getSnowflakeTime(snowflake: string): Date {
  return new Date(Number((BigInt(snowflake) >> 22n) + 1_420_070_400_000n));
}

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
  repeats: { deduplicated: false, absentAfterMs: 0, resends: 0 },
  imageForm: () => ({
    types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
    maxBytes: 10_000_000,
    maxEdge: 2_560,
    maxPixels: null,
  }),
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
    const request = await createSendRequest(part, content, account, io);
    if (!request) return { type: "temporary", error: { reason: "media", message: "An image couldn't be read." } };
    const answer = await io.call(request);
    if (answer.type !== "answer") return toNoResponseOutcome(answer);
    const id = answer.status === 200 ? getMessageId(answer.json) : null;
    if (id === null) return toPublishOutcome(answer, io.now());
    const { guildId, webhookId } = account.reportedLimits;
    const rest = getRateLimitReset(answer, io.now());
    return {
      type: "published",
      sent: {
        // Only the webhook that sent a message may delete it, and a channel may get a new webhook.
        remoteId: `${String(webhookId ?? "")}.${id}`,
        url: typeof guildId === "string" ? `https://discord.com/channels/${guildId}/${account.remoteId}/${id}` : null,
        at: getSnowflakeTime(id),
        proof: "answer",
      },
      ...(rest && { restUntil: rest }),
    };
  },

  findPart: {
    can: false,
    why: "A webhook can read a message only by its ID, and without an answer the ID is unknown.",
  },

  remove: {
    can: true,
    async run(remoteId, account, io) {
      const [webhookId, messageId] = remoteId.split(".");
      if (!messageId || webhookId !== String(account.reportedLimits["webhookId"] ?? "")) return "cannot";
      const answer = await io.call({
        url: `${account.host}${webhookPathPlaceholder}/messages/${messageId}`,
        method: "DELETE",
        effect: "write",
      });
      if (answer.type !== "answer") return "cannot";
      if (answer.status === 204) return "removed";
      return answer.status === 404 && getErrorCode(answer.json) === unknownMessage ? "absent" : "cannot";
    },
  },
};

const unknownMessage = 10_008;

function getMessageId(json: unknown): string | null {
  const id = typeof json === "object" && json !== null && "id" in json ? json.id : null;
  return typeof id === "string" && /^\d{1,20}$/.test(id) ? id : null;
}

/**
 * Creates the Execute Webhook request: JSON, or with files a form whose `payload_json` is that JSON and whose files are
 * `files[n]`.
 */
async function createSendRequest(
  part: OutgoingPart,
  content: string,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PlatformRequest | null> {
  const to = { url: `${account.host}${webhookPathPlaceholder}?wait=true`, method: "POST", effect: "write" } as const;
  // A member's text mentions nobody, whatever Discord reads in it.
  const message = { content, allowed_mentions: { parse: [] } };
  if (part.images.length === 0) {
    return { ...to, headers: { "content-type": "application/json" }, body: JSON.stringify(message) };
  }
  const files: Uint8Array[] = [];
  for (const image of part.images) {
    const bytes = await io.readImage(image).catch(() => null);
    if (!bytes) return null;
    files.push(bytes);
  }
  const attachments = part.images.map(({ fileName, alt }, id) => ({
    id,
    filename: fileName,
    ...(alt !== "" && { description: alt }),
  }));
  const { contentType, body } = encodeMultipart([
    { name: "payload_json", value: JSON.stringify({ ...message, attachments }) },
    ...part.images.map(({ fileName, mime }, at) => ({
      name: `files[${at}]`,
      fileName,
      mime,
      bytes: files[at] ?? new Uint8Array(),
    })),
  ]);
  return { ...to, headers: { "content-type": contentType }, body };
}
