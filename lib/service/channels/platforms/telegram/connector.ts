import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import { imageRatios } from "#lib/contract/platforms/image-ratios.ts";
import { getPlatformRules, getRulesWithImages } from "#lib/contract/platforms/platform-rules.ts";
import type {
  Connector,
  ConnectorIo,
  OutgoingPart,
  PlatformAccount,
  PlatformRequest,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { encodeMultipart, type FormPart } from "#lib/service/channels/core/multipart.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { formatMissingImages } from "#lib/service/channels/core/platform-response.ts";
import { parseEnvelope, parseMessages, toPublishOutcome } from "./responses.ts";

/**
 * Connector for a Telegram channel or group with a bot that is an administrator there; rules from
 * https://core.telegram.org/bots/api. Text has no parse mode, so that nothing in it is markup: Telegram itself finds
 * links, mentions and hashtags. The Bot API has no idempotency key and shows a bot none of its own messages, so a
 * request without an answer stays unknown.
 */
export const telegramConnector: Connector = {
  slug: "telegram",
  // No key and no lookup: nothing is sent again without the member's word.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: 0, resends: 0 }),
  // sendPhoto: at most 10 MB, width and height together at most 10000.
  imageForm: () => ({ ...getAccountImageRequirements("telegram"), ratio: imageRatios.telegram }),
  plan: () => ({}),
  prepare: { can: false, why: "Images are sent with the message itself." },

  async publishPart(part, account, io): Promise<PublishOutcome> {
    const tooLong = refuseLength(part);
    if (tooLong) return tooLong;
    const request = await createSendRequest(part, account, io);
    if (!request) return { type: "temporary", error: { reason: "media", message: "An image couldn't be read." } };
    const answer = await io.call(request);
    if (answer.type !== "answer") return toNoResponseOutcome(answer);
    const envelope = parseEnvelope(answer.json);
    if (answer.status !== 200 || !envelope?.ok) return toPublishOutcome(answer, io.now());
    const messages = parseMessages(envelope.result);
    const [first] = messages ?? [];
    if (!messages || !first) return { type: "unknown" };
    const note = part.images.length > 0 && formatMissingImages("Telegram", messages.length, part.images.length);
    // Bots FAQ, "My bot is hitting limits": one message a second in a chat, 20 a minute in a group.
    return {
      type: "published",
      sent: {
        remoteId: messages.map(({ id }) => id).join(","),
        url: getMessageUrl(first, account),
        at: first.at,
        proof: "answer",
        ...(note && { note }),
      },
      restUntil: new Date(io.now().getTime() + (account.reportedLimits["type"] === "channel" ? 1_000 : 3_000)),
    };
  },

  findPart: { can: false, why: "Telegram doesn't show a bot the messages it has sent." },

  remove: {
    can: true,
    // Each image of an album is a message of its own (sendMediaGroup).
    async run(remoteId, account, io) {
      let removed = 0;
      for (const id of remoteId.split(",")) {
        const answer = await io.call({
          url: `${account.host}/deleteMessage`,
          method: "POST",
          effect: "write",
          headers: json,
          body: JSON.stringify({ chat_id: account.remoteId, message_id: Number(id) }),
        });
        if (answer.type !== "answer") return "cannot";
        const envelope = parseEnvelope(answer.json);
        if (envelope?.ok) removed += 1;
        // deleteMessage answers so for a message that is gone; for one that the bot may not delete, "message can't be
        // deleted".
        else if (!envelope?.description.includes("message to delete not found")) return "cannot";
      }
      return removed > 0 ? "removed" : "absent";
    },
  },
};

/**
 * Returns the link of a message (core.telegram.org/api/links, "Message links"). Without a public name it works for
 * members, and a group that is no supergroup has none.
 */
function getMessageUrl({ id, username }: { id: number; username: string | null }, account: PlatformAccount) {
  if (username !== null) return `https://t.me/${username}/${id}`;
  const internal = /^-100(\d+)$/.exec(account.remoteId)?.[1];
  return internal === undefined ? null : `https://t.me/c/${internal}/${id}`;
}

const json = { "content-type": "application/json" };

function refuseLength(part: OutgoingPart): PublishOutcome | null {
  const rules = getPlatformRules("telegram");
  const limit = rules ? getRulesWithImages(rules, part.images.length).limit : 0;
  if (part.text.length <= limit) return null;
  const what = part.images.length > 0 ? "with images" : "in one message";
  const message = `The text has ${part.text.length} characters; Telegram allows ${limit} ${what}.`;
  return { type: "rejected", error: { reason: "invalid", message } };
}

/** Returns the number of the group's topic that the account was connected for; null for the General topic. */
export function getTopic({ reportedLimits }: PlatformAccount): number | null {
  const { topic } = reportedLimits;
  return Number.isSafeInteger(topic) ? (topic as number) : null;
}

export const createTextMessage = (chat: string, topic: number | null, text: string) => ({
  chat_id: chat,
  ...(topic !== null && { message_thread_id: topic }),
  text,
});

/** Creates the `media` of sendMediaGroup; the caption of an album is that of its first image. */
export const createAlbum = (names: readonly string[], caption: string) =>
  names.map((name, at) => ({ type: "photo" as const, media: `attach://${name}`, ...(at === 0 && { caption }) }));

/** Creates one request for the whole part: sendMessage, sendPhoto, or sendMediaGroup for 2 to 10 images. */
async function createSendRequest(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PlatformRequest | null> {
  const chat = account.remoteId;
  const topic = getTopic(account);
  const to = (method: string) => ({ url: `${account.host}/${method}`, method: "POST", effect: "write" }) as const;
  if (part.images.length === 0) {
    return { ...to("sendMessage"), headers: json, body: JSON.stringify(createTextMessage(chat, topic, part.text)) };
  }
  const files: Uint8Array[] = [];
  for (const image of part.images) {
    const bytes = await io.readImage(image).catch(() => null);
    if (!bytes) return null;
    files.push(bytes);
  }
  const named = part.images.map(({ fileName, mime }, at) => ({
    name: `image${at + 1}`,
    fileName,
    mime,
    bytes: files[at] ?? new Uint8Array(),
  }));
  const [first, ...more] = named;
  const fields: FormPart[] = [{ name: "chat_id", value: chat }];
  if (topic !== null) fields.push({ name: "message_thread_id", value: String(topic) });
  if (first && more.length === 0) fields.push({ name: "caption", value: part.text }, { ...first, name: "photo" });
  else {
    const media = createAlbum(
      named.map(({ name }) => name),
      part.text,
    );
    fields.push({ name: "media", value: JSON.stringify(media) }, ...named);
  }
  const { contentType, body } = encodeMultipart(fields);
  return { ...to(more.length === 0 ? "sendPhoto" : "sendMediaGroup"), headers: { "content-type": contentType }, body };
}
