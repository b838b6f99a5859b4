import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import type {
  ConnectorIo,
  ConnectorJson,
  OutgoingPart,
  PlatformAccount,
  PrepareOutcome,
} from "#lib/service/channels/core/connector.ts";
import { getLinkCardProgress, prepareLinkCard } from "#lib/service/channels/core/link-card.ts";
import { toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getJsonCount,
  getJsonText,
  getJsonValue,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { isOrganizationPage } from "./lookup.ts";
import { createPublishError, getErrorText, isProcessingFailed, toRefusedOutcome, versionHeaders } from "./responses.ts";

type NotReady = Exclude<PrepareOutcome, { type: "ready" }>;

/** "Images API": a new image is WAITING_UPLOAD, then PROCESSING, then AVAILABLE or PROCESSING_FAILED. */
const lookMs = 2_000;
const looksMs = 30_000;
/** LinkedIn shows a person no status (403), and most images are available after a few seconds. */
const unseenMs = 6_000;
const processing: NotReady = {
  type: "temporary",
  error: createPublishError("media", "LinkedIn is still processing an image."),
  retryAfterMs: 15_000,
};

export const imageForm = getAccountImageRequirements("linkedin");

/** Tells if the post has images or the thumbnail of a card. */
export const hasUploads = (part: OutgoingPart): boolean =>
  part.images.length > 0 || (getLinkCardProgress<string>(part.prepared).card?.thumb ?? null) !== null;

/** Returns the URNs of uploaded images in the order of the images; null for those that are not uploaded. */
export function getUploadedImages(part: OutgoingPart): (string | null)[] {
  const stored = part.prepared?.["images"];
  return part.images.map((_, at) => getJsonText(stored, at));
}

/**
 * Uploads the missing images ("Images API": initializeUpload, then the bytes), stores each URN before the next upload,
 * and waits until LinkedIn has processed them: it refuses a post whose image is not available yet, or accepts it and
 * shows it to nobody.
 */
export async function uploadImages(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const images = getUploadedImages(part);
  const stored: Record<string, unknown> = { ...part.prepared, images };
  for (const [at, image] of part.images.entries()) {
    if (images[at]) continue;
    const urn = await upload(image.mime, () => io.readImage(image), account, io);
    if (typeof urn !== "string") return urn;
    images[at] = urn;
    Object.assign(stored, { images: [...images], uploadedAt: io.now().toISOString(), isProcessed: false });
    await io.savePrepared({ ...stored });
  }
  if (images.length === 0 && stored["card"] === undefined) {
    const card = await prepareLinkCard(part, io, imageForm, async ({ mime, bytes }) => {
      const urn = await upload(mime, async () => bytes, account, io);
      return typeof urn === "string" ? urn : null;
    });
    Object.assign(stored, card);
    if (card.card?.thumb) {
      Object.assign(stored, { uploadedAt: io.now().toISOString(), isProcessed: false });
      await io.savePrepared({ ...stored });
    }
  }
  const thumb = getLinkCardProgress<string>(stored).card?.thumb ?? null;
  const uploads = thumb === null ? images : [thumb];
  if (uploads.length === 0 || stored["isProcessed"] === true) return { type: "ready", prepared: stored };
  const problem = await waitForImages(uploads, getJsonText(stored, "uploadedAt"), account, io);
  // A card is no reason to keep a post back: it goes out without the image.
  if (problem && thumb !== null) {
    Object.assign(stored, { card: { ...(stored["card"] as object), thumb: null } });
    return { type: "ready", prepared: stored };
  }
  return problem ?? { type: "ready", prepared: { ...stored, isProcessed: true } };
}

async function waitForImages(
  images: readonly (string | null)[],
  uploadedAt: string | null,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<NotReady | null> {
  const endMs = io.now().getTime() + looksMs;
  for (const urn of isOrganizationPage(account) ? images : []) {
    for (;;) {
      const status = await getImageStatus(urn ?? "", account, io);
      if (typeof status !== "string") return status;
      if (status === "PROCESSING_FAILED")
        return { type: "rejected", error: createPublishError("media", "LinkedIn couldn't process an image.") };
      // Another status tells nothing about the image; the post itself then shows if it is available.
      if (status !== "WAITING_UPLOAD" && status !== "PROCESSING") break;
      if (io.now().getTime() >= endMs || io.signal.aborted) return processing;
      await io.delay(lookMs);
    }
  }
  if (isOrganizationPage(account)) return null;
  const uploadedMs = uploadedAt === null ? 0 : Date.parse(uploadedAt);
  const leftMs = Math.min(uploadedMs + unseenMs - io.now().getTime(), unseenMs);
  if (leftMs > 0) await io.delay(leftMs);
  return null;
}

async function getImageStatus(urn: string, account: PlatformAccount, io: ConnectorIo): Promise<string | NotReady> {
  const url = `${account.host}/rest/images/${encodeURIComponent(urn)}`;
  const answer = await io.call({ url, method: "GET", effect: "read", headers: versionHeaders });
  if (answer.type !== "answer") return toUnpreparedOutcome(answer);
  return (answer.status === 200 ? getJsonText(answer.json, "status") : null) ?? "";
}

/**
 * Tells if LinkedIn refused a post because of an image that it does not have yet or no longer: "Media asset is waiting
 * upload" names no image, other refusals name its URN.
 */
export const isImageMissing = (answer: PlatformResponse): boolean =>
  answer.status < 426 &&
  !isProcessingFailed(getErrorText(answer)) &&
  /urn:li:image:|MEDIA_ASSET|INVALID_IMAGE_ID|waiting[ _]upload|(?:asset|image) is (?:still )?(?:being )?process/iu.test(
    getErrorText(answer),
  );

/**
 * Returns the outcome of such a refusal, and the images to keep: the same uploads serve once more, since most of them
 * only come too early; after the second refusal all are uploaded again.
 */
export function retryMissingImages(prepared: ConnectorJson | null): { outcome: NotReady; images: ConnectorJson } {
  const refusals = getJsonCount(prepared, "imageRefusals") ?? 0;
  if (refusals === 0) {
    const { images, uploadedAt, isProcessed } = prepared ?? {};
    const kept = { images, uploadedAt, isProcessed, ...getLinkCardProgress<string>(prepared) };
    return { outcome: processing, images: { ...kept, imageRefusals: 1 } };
  }
  const { card } = getLinkCardProgress<string>(prepared);
  // A card's image is not worth a third attempt.
  if (card?.thumb) return { outcome: processing, images: { ...prepared, card: { ...card, thumb: null } } };
  const message = "LinkedIn no longer has an image. It is being uploaded again.";
  return { outcome: { type: "temporary", error: createPublishError("media", message) }, images: {} };
}

async function upload(
  mime: string,
  readBytes: () => Promise<Uint8Array>,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<string | NotReady> {
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
  const bytes = await readBytes().catch(() => null);
  if (!bytes) return { type: "temporary", error: createPublishError("media", "An image couldn't be read.") };
  const put = await io.call({
    url,
    method: "PUT",
    effect: "read",
    headers: { "content-type": mime },
    body: bytes,
  });
  if (put.type !== "answer") return toUnpreparedOutcome(put);
  return put.status === 200 || put.status === 201 ? urn : failed(put, io);
}

function failed(answer: PlatformResponse, io: ConnectorIo): NotReady {
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
