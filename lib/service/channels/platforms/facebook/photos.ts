import type {
  ConnectorIo,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PrepareOutcome,
} from "#lib/service/channels/core/connector.ts";
import { encodeMultipart } from "#lib/service/channels/core/multipart.ts";
import { toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, getJsonValue, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import { createPublishError, getErrorMessage, isTransientError } from "#lib/service/channels/graph-api/graph-errors.ts";
import { getGraphUrl } from "#lib/service/channels/graph-api/graph-version.ts";
import { isContentRefused, toRefusedOutcome } from "./responses.ts";

/** Returns the ids of the uploaded photos of a part, in order; null for one that is not there yet. */
export const getStoredPhotos = (part: OutgoingPart): (string | null)[] =>
  part.images.map((_, at) => getJsonText(getJsonValue(part.prepared, "photos"), at));

/** Uploads the images of a part as photos that nobody sees yet, and stores each id at once. */
export async function preparePhotos(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const photos = getStoredPhotos(part);
  for (const [at, image] of part.images.entries()) {
    if (photos[at]) continue;
    const uploaded = await uploadPhoto(image, part, account, io);
    if ("refusal" in uploaded) return uploaded.refusal;
    photos[at] = uploaded.id;
    await io.savePrepared({ ...part.prepared, photos: [...photos] });
  }
  return { type: "ready", prepared: { ...part.prepared, photos } };
}

type UploadRefusal = { refusal: Exclude<PrepareOutcome, { type: "ready" }> };

/** "Page Photos": `source`, `published` and `alt_text_custom`. */
async function uploadPhoto(
  image: OutgoingImage,
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<{ id: string } | UploadRefusal> {
  const { contentType, body } = encodeMultipart([
    { name: "published", value: "false" },
    ...(image.alt === "" ? [] : [{ name: "alt_text_custom", value: image.alt }]),
    { name: "source", fileName: image.fileName, mime: image.mime, bytes: await io.readImage(image) },
  ]);
  const answer = await io.call({
    url: getGraphUrl(account.host, account.remoteId, "photos"),
    method: "POST",
    effect: "read",
    headers: { "content-type": contentType },
    body,
  });
  if (answer.type !== "answer") return { refusal: toUnpreparedOutcome(answer) };
  const id = answer.status === 200 ? getJsonText(answer.json, "id") : null;
  if (id !== null) return { id };
  if (isTransientError(answer) || answer.status < 400) {
    const error = createPublishError("server", "Facebook didn't take an image. It may work later.");
    return { refusal: { type: "temporary", error } };
  }
  if (isContentRefused(answer)) {
    const reason = quotePlatformReason(getErrorMessage(answer));
    return {
      refusal: { type: "rejected", error: createPublishError("media", `Facebook doesn't accept an image.${reason}`) },
    };
  }
  // Nothing is public yet, so no refusal leaves the outcome unclear.
  const refused = toRefusedOutcome(answer, part, io.now());
  if (refused.type !== "unknown") return { refusal: refused };
  return { refusal: { type: "temporary", error: createPublishError("server", "Facebook didn't take an image.") } };
}
