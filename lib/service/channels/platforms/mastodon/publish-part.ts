import type {
  ConnectorIo,
  OutgoingPart,
  PlatformAccount,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { formatMissingImages, getJsonList } from "#lib/service/channels/core/platform-response.ts";
import { countText } from "#lib/text/count-text.ts";
import { detectLanguage } from "#lib/text/platforms/detect-language.ts";
import { getInstanceLimits } from "./instance-limits.ts";
import { parseStatus, toPublishedPart } from "./lookup.ts";
import { getUploads, recheckUploads, uploadMedia } from "./media-upload.ts";
import { createPublishError, getRateLimitReset, getServerName, quoteServer, toRefusedOutcome } from "./responses.ts";
import { getSoftware, repeatsRefusals } from "./server-software.ts";

/**
 * Refuses a part that is longer than the server's last reported limit: a request that the server can only refuse uses
 * up the account's rate limit.
 */
function refuseLength(part: OutgoingPart, account: PlatformAccount): PublishOutcome | null {
  const { maxCharacters: limit, urlLength, counting } = getInstanceLimits(account);
  const { count, isOver } = countText(part.text, { counting, limit, byteLimit: null, urlLength });
  if (!isOver) return null;
  const message = `The text has ${count} characters; ${getServerName(account)} allows ${limit}.`;
  return { type: "rejected", error: createPublishError("invalid", message) };
}

/**
 * Publishes a part, `POST /api/v1/statuses` (methods/statuses.md). The idempotency key prevents a double for one hour,
 * but servers store it only after the status (mastodon #21840) and may answer a known one with 500 (mastodon #40399):
 * so a lookup resolves unclear outcomes, and the key is a second safeguard. Servers that repeat a refusal for its key get
 * none: there the lookup is the only safeguard.
 */
export async function publishPart(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PublishOutcome> {
  const tooLong = refuseLength(part, account);
  if (tooLong) return tooLong;
  const software = getSoftware(account.reportedLimits);
  if (software === "Pixelfed" && part.parent === null && part.images.length === 0) {
    return { type: "rejected", error: createPublishError("media", "Pixelfed publishes nothing without an image.") };
  }
  // The part forgets uploads that a server has lost since: no part is published without its images.
  const ready = part.images.length > 0 ? await readyImages(part, account, io) : [];
  if (!Array.isArray(ready)) return ready;
  const language = detectLanguage(part.text);
  const answer = await io.call({
    url: `${account.host}/api/v1/statuses`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(!repeatsRefusals(software) && { "idempotency-key": part.key }),
    },
    body: JSON.stringify({
      status: part.text,
      // The account's own default may show it to followers alone.
      visibility: "public",
      // Otherwise the server takes the account's own language, by which readers filter posts.
      ...(language !== null && { language }),
      ...(ready.length > 0 && { media_ids: ready }),
      ...(part.parent !== null && { in_reply_to_id: part.parent }),
    }),
    effect: "write",
  });
  if (answer.type !== "answer") return toNoResponseOutcome(answer);
  const now = io.now();
  if (answer.status >= 200 && answer.status < 300) {
    const status = parseStatus(answer.json);
    if (!status) return { type: "unknown" };
    const rest = getRateLimitReset(answer, now);
    // A server may drop images without an error (entities/Status.md#media_attachments).
    const shown = getJsonList(answer.json, "media_attachments")?.length ?? part.images.length;
    const note = formatMissingImages(getServerName(account), shown, part.images.length);
    const sent = { ...toPublishedPart(status, "answer"), ...(note && { note }) };
    return { type: "published", sent, ...(rest && { restUntil: rest }) };
  }
  if (answer.status >= 500 || answer.status === 408) return { type: "unknown" };
  if (answer.status === 422 && part.images.length > 0) {
    // The images may belong to a status that an earlier request created (mastodon post_status_service.rb), so a lookup
    // comes first. After that lookup found nothing, or on the first request, the server has deleted the images.
    if (part.resends === 1) return { type: "unknown" };
    const found = await recheckUploads(part, account, io);
    if (found?.type === "temporary") {
      const { reason, message } = found.error;
      return { ...found, error: createPublishError(reason, `${message}${quoteServer(answer)}`) };
    }
  }
  return toRefusedOutcome(answer, { account, now, what: part.parent === null ? "text" : "reply" });
}

/** Returns the ids of the images in order; uploads the missing ones. */
async function readyImages(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<string[] | PublishOutcome> {
  const prepared = await uploadMedia(part, account, io);
  return prepared.type === "ready" ? getUploads(prepared.prepared).map(({ id }) => id) : prepared;
}
