import type {
  ConnectorIo,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PrepareOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, getJsonValue, type PlatformResponse } from "#lib/service/channels/core/platform-response.ts";
import { createPublishError, toRefusedOutcome, versionHeaders } from "./responses.ts";

/** Returns the URNs of uploaded images in the order of the images; null for those that are not uploaded. */
export function getUploadedImages(part: OutgoingPart): (string | null)[] {
  const kept = part.prepared?.["images"];
  return part.images.map((_, at) => getJsonText(kept, at));
}

/**
 * Uploads the missing images ("Images API": initializeUpload, then the bytes) and stores each URN before the next
 * upload.
 */
export async function uploadImages(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const images = getUploadedImages(part);
  for (const [at, image] of part.images.entries()) {
    if (images[at]) continue;
    const urn = await upload(image, account, io);
    if (typeof urn !== "string") return urn;
    images[at] = urn;
    await io.keep({ ...part.prepared, images: [...images] });
  }
  return { type: "ready", prepared: { ...part.prepared, images } };
}

async function upload(
  image: OutgoingImage,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<string | Exclude<PrepareOutcome, { type: "ready" }>> {
  const begun = await io.call({
    url: `${account.host}/rest/images?action=initializeUpload`,
    method: "POST",
    effect: "read",
    headers: { ...versionHeaders, "content-type": "application/json" },
    body: JSON.stringify({ initializeUploadRequest: { owner: `urn:li:${account.remoteId}` } }),
  });
  if (begun.type !== "answer") return toUnpreparedOutcome(begun);
  const url = getJsonText(getJsonValue(begun.json, "value"), "uploadUrl");
  const urn = getJsonText(getJsonValue(begun.json, "value"), "image");
  if (begun.status !== 200 || url === null || urn === null) return failed(begun, io);
  const bytes = await io.readImage(image).catch(() => null);
  if (!bytes) return { type: "temporary", error: createPublishError("media", "An image couldn't be read.") };
  const put = await io.call({
    url,
    method: "PUT",
    effect: "read",
    headers: { "content-type": image.mime },
    body: bytes,
  });
  if (put.type !== "answer") return toUnpreparedOutcome(put);
  return put.status === 200 || put.status === 201 ? urn : failed(put, io);
}

function failed(answer: PlatformResponse, io: ConnectorIo): Exclude<PrepareOutcome, { type: "ready" }> {
  const { status } = answer;
  if (status >= 500 || status === 408 || status < 400) {
    return {
      type: "temporary",
      error: createPublishError("server", "LinkedIn didn't accept an image. It may work later."),
    };
  }
  if ([400, 413, 415, 422].includes(status)) {
    return {
      type: "rejected",
      error: createPublishError("media", "LinkedIn doesn't accept one of the images."),
    };
  }
  return toRefusedOutcome(answer, io.now());
}
