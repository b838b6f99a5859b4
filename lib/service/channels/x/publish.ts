import type { Account, Io, Outcome, OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type Answer, pickText } from "#lib/service/channels/core/platform-response.ts";
import { ofNoAnswer } from "#lib/service/channels/core/no-response.ts";
import { because, duplicate, isDuplicate, refusalOf, usedUp } from "#lib/service/channels/platforms/x/responses.ts";
import { sentOf } from "#lib/service/channels/platforms/x/lookup.ts";
import { prepare, uploadsOf } from "#lib/service/channels/platforms/x/media-upload.ts";

/**
 * `POST /2/tweets` (docs.x.com, x-api/posts/create-post). X takes no key of ours, so nothing but a look tells whether a
 * request without an answer arrived.
 */
export async function publishPart(part: OutgoingPart, account: Account, io: Io): Promise<Outcome> {
  const images = part.images.length > 0 ? await prepare(part, account, io) : null;
  if (images && images.is !== "ready") return images;
  const ids = images ? uploadsOf(images.prepared).map(({ id }) => id) : [];
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
  if (answer.is !== "answer") return ofNoAnswer(answer);
  if (answer.status >= 200 && answer.status < 300) return published(answer, account, io);
  if (answer.status >= 500 || answer.status === 408) return { is: "unknown" };
  // The same words again are refused: after a request without an answer they may be those of this very part.
  if (isDuplicate(answer) && part.resends > 0) return { is: "unknown", refused: duplicate };
  if (answer.status === 400 && ids.length > 0 && saysMediaIsGone(answer)) {
    await io.keep({ uploads: [] });
    return { is: "temporary", error: because("media", "X has lost an image. It goes up again.") };
  }
  return refusalOf(answer, { now: io.now(), part: part.number, what: "text" });
}

function published(answer: Answer, account: Account, io: Io): Outcome {
  const id = pickText(answer.json, "data", "id");
  if (id === null) return { is: "unknown" };
  const limit = usedUp(answer, io.now());
  return {
    is: "published",
    sent: sentOf(id, account, io, "answer"),
    ...(limit && { restUntil: limit.until, restOf: limit.of }),
  };
}

/** "Your media IDs are invalid." in the first error. */
const saysMediaIsGone = (answer: Answer): boolean =>
  /media ids? (?:are|is) invalid/iu.test(
    `${pickText(answer.json, "errors", 0, "message") ?? ""} ${pickText(answer.json, "detail") ?? ""}`,
  );
