import type { PlatformResult, PublishError, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";

/** The envelope of every answer; Bot API, "Making requests" and ResponseParameters. */
type Envelope = { ok: boolean; result: unknown; code: number; description: string; retryAfterS: number | null };

/** Parses an envelope; null if the JSON is no answer of the Bot API. */
export function parseEnvelope(json: unknown): Envelope | null {
  if (typeof json !== "object" || json === null || !("ok" in json) || typeof json.ok !== "boolean") return null;
  const { error_code: code, description, parameters, result } = json as Record<string, unknown>;
  const wait = typeof parameters === "object" && parameters !== null && "retry_after" in parameters ? parameters : null;
  return {
    ok: json.ok,
    result,
    code: typeof code === "number" ? code : 0,
    description: typeof description === "string" ? description.toLowerCase() : "",
    retryAfterS: typeof wait?.retry_after === "number" ? wait.retry_after : null,
  };
}

/**
 * Wait after a 429 that names no time. Bots FAQ, "My bot is hitting limits": one message a second in a chat, 20 a
 * minute in a group.
 */
const unsaidWaitMs = 60_000;

/** Returns the outcome of a refused request. Nothing was published unless the outcome is `unknown`. */
export function toPublishOutcome(answer: Extract<PlatformResult, { type: "answer" }>, now: Date): PublishOutcome {
  const envelope = parseEnvelope(answer.json);
  const status = envelope?.code || answer.status;
  // A gateway in between may have forwarded the request before it failed.
  if (status >= 500 || status === 408 || status < 400) return { type: "unknown" };
  if (status === 429) {
    const ms = envelope?.retryAfterS == null ? unsaidWaitMs : envelope.retryAfterS * 1_000;
    return { type: "wait", until: new Date(now.getTime() + ms), of: "account" };
  }
  if (status === 413) return rejected("media", badImageMessage);
  // Every answer of the Bot API has an envelope, so this one comes from something before it.
  if (!envelope) return toProxyPageOutcome("Telegram", answer);
  const text = envelope.description;
  if (status === 401 || status === 404) {
    return reconnect("auth", "Telegram no longer accepts the bot's token.");
  }
  if (status === 403 || text.includes("not a member")) {
    const what = "The bot is no longer in this channel. Make it an administrator there again.";
    return reconnect("forbidden", what);
  }
  if (lostRights.test(text)) {
    return rejected("forbidden", "The bot can't post this there. Give it permission in the channel, then send again.");
  }
  if (text.includes("topic_closed")) {
    return rejected("forbidden", "The group's topic is closed. Reopen it, then send again.");
  }
  // Client.cpp: "message thread not found"; errors of the API below: TOPIC_DELETED.
  if (/message thread not found|topic_deleted/.test(text)) {
    return reconnect("gone", "The group's topic no longer exists. Reconnect the channel with another topic.");
  }
  if (gone.test(text)) {
    return reconnect("gone", "Telegram no longer finds this channel by its number.");
  }
  if (badImage.test(text)) return rejected("media", badImageMessage);
  if (tooLong.test(text)) return rejected("invalid", "The text is too long for Telegram.");
  const reason = quotePlatformReason(getJsonText(answer.json, "description"));
  return rejected("invalid", `Telegram doesn't accept the content.${reason}`);
}

// Descriptions are texts, not codes; these are the ones that Telegram's server sends (tdlib/telegram-bot-api,
// Client.cpp); those in capitals there are errors of the API below, which documents each (core.telegram.org/method/
// messages.sendMedia, "Possible errors"). 400 means that the data must be corrected (core.telegram.org/api/errors).
const lostRights =
  /not enough rights|need administrator rights|chat_write_forbidden|chat_admin_required|chat_restricted|chat_send_\w+_forbidden/;
const gone = /chat not found|upgraded to a supergroup|chat was deleted/;
const badImage =
  /photo_invalid|image_process_failed|wrong file|failed to get http|wrong type of the web page|media_invalid/;
const badImageMessage = "Telegram doesn't accept one of the images.";
const tooLong = /too long/;

const rejected = (reason: PublishError["reason"], message: string): PublishOutcome => ({
  type: "rejected",
  error: { reason, message },
});
const reconnect = (reason: PublishError["reason"], message: string): PublishOutcome => ({
  type: "reconnect",
  error: { reason, message },
});

/** A message in the answers to `sendMessage`, `sendPhoto` and, in a list, `sendMediaGroup`; Bot API, Message. */
type Message = { id: number; at: Date; username: string | null };

/** Parses the published messages; null if an id is missing, because the remote id is then unknown. */
export function parseMessages(result: unknown): Message[] | null {
  const all: unknown[] = Array.isArray(result) ? result : [result];
  const read = all.map((one): Message | null => {
    if (typeof one !== "object" || one === null) return null;
    const { message_id: id, date, chat } = one as Record<string, unknown>;
    if (typeof id !== "number" || typeof date !== "number") return null;
    const username = typeof chat === "object" && chat !== null && "username" in chat ? chat.username : null;
    return { id, at: new Date(date * 1_000), username: typeof username === "string" ? username : null };
  });
  return read.length > 0 && read.every((one) => one !== null) ? read : null;
}
