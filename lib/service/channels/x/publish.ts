import type { PlatformAccount, ConnectorIo, PublishOutcome, OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type PlatformResponse, getJsonText } from "#lib/service/channels/core/platform-response.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { createPublishError, duplicateError, isDuplicateError, toRefusedOutcome, getExhaustedLimit } from "#lib/service/channels/platforms/x/responses.ts";
import { toPublishedPart } from "#lib/service/channels/platforms/x/lookup.ts";
import { uploadMedia, getUploads } from "#lib/service/channels/platforms/x/media-upload.ts";

/**
 * `POST /2/tweets` (docs.x.com, x-api/posts/create-post). X takes no key of ours, so nothing but a look tells whether a
 * request without an answer arrived.
 */
export async function publishPart(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<PublishOutcome> {
  const images = part.images.length > 0 ? await uploadMedia(part, account, io) : null;
  if (images && images.is !== "ready") return images;
  const ids = images ? getUploads(images.prepared).map(({ id }) => id) : [];
  const answer = await io.call({
    url: `${account.host}/2/tweets`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      text: part.text,
      ...(part.parent !== null && { reply: { in_reply_to_tweet_id: part.parent } }),
      ...(ids.length > 0 && { media: { media_ids: ids } }),
    }),
    effect: "write",
  });
  if (answer.is !== "answer") return toNoResponseOutcome(answer);
  if (answer.status >= 200 && answer.status < 300) return toPublishedOutcome(answer, account, io);
  if (answer.status >= 500 || answer.status === 408) return { is: "unknown" };
  // The same words again are refused: after a request without an answer they may be those of this very part.
  if (isDuplicateError(answer) && part.resends > 0) return { is: "unknown", refused: duplicateError };
  if (answer.status === 400 && ids.length > 0 && isMediaGone(answer)) {
    await io.keep({ uploads: [] });
    return { is: "temporary", error: createPublishError("media", "X has lost an image. It goes up again.") };
  }
  return toRefusedOutcome(answer, { now: io.now(), part: part.number, what: "text" });
}

function toPublishedOutcome(answer: PlatformResponse, account: PlatformAccount, io: ConnectorIo): PublishOutcome {
  const id = getJsonText(answer.json, "data", "id");
  if (id === null) return { is: "unknown" };
  const limit = getExhaustedLimit(answer, io.now());
  return {
    is: "published",
    sent: toPublishedPart(id, account, io, "answer"),
    ...(limit && { restUntil: limit.until, restOf: limit.of }),
  };
}

/** "Your media IDs are invalid." in the first error. */
const isMediaGone = (answer: PlatformResponse): boolean =>
  /media ids? (?:are|is) invalid/iu.test(
    `${getJsonText(answer.json, "errors", 0, "message") ?? ""} ${getJsonText(answer.json, "detail") ?? ""}`,
  );
