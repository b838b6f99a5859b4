import { setTimeout as pause } from "node:timers/promises";
import type {
  ConnectorIo,
  ConnectorJson,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PrepareOutcome,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { encodeMultipart } from "#lib/service/channels/core/multipart.ts";
import { toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonList, getJsonText, getJsonUrl } from "#lib/service/channels/core/platform-response.ts";
import { getInstanceLimits } from "./instance-limits.ts";
import { createPublishError, getServerName, toRefusedOutcome } from "./responses.ts";

/** An upload, in the order of the part's images: its id on the server, and if the server has processed it. */
type Upload = { id: string; isReady: boolean };
type UploadProblem = Exclude<PublishOutcome, { type: "published" | "unknown" }>;

const checksMax = 4;
const checkPauseMs = 400;

/** Returns the stored uploads of a part. */
export function getUploads(prepared: ConnectorJson | null): Upload[] {
  return (getJsonList(prepared, "uploads") ?? []).flatMap((one) => {
    const id = getJsonText(one, "id");
    return id === null ? [] : [{ id, isReady: (one as Upload).isReady === true }];
  });
}

const toPrepared = (uploads: readonly Upload[]): ConnectorJson => ({ uploads: [...uploads] });

/**
 * Uploads an image, `POST /api/v2/media` (methods/media.md): 200 when the image is processed, 202 while processing
 * continues. Each image has a file name of its own: snac2 makes the id of an upload from its file name (snac2
 * mastoapi.c, `/v1/media`), so images with one name replace each other, also in earlier posts.
 */
async function upload(
  image: OutgoingImage,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<Upload | UploadProblem> {
  const bytes = await io.readImage(image).catch(() => null);
  if (bytes === null)
    return { type: "temporary", error: createPublishError("media", "An image couldn't be read from storage.") };
  const { alt, fileName, mime } = image;
  const { contentType, body } = encodeMultipart([
    ...(alt === "" ? [] : [{ name: "description", value: alt }]),
    { name: "file", fileName, mime, bytes },
  ]);
  const url = `${account.host}/api/v2/media`;
  const answer = await io.call({ url, method: "POST", headers: { "content-type": contentType }, body, effect: "read" });
  if (answer.type !== "answer") return toUnpreparedOutcome(answer);
  if (answer.status >= 500 || answer.status === 408) return troubled(account);
  if (answer.status >= 300) return toRefusedOutcome(answer, { account, now: io.now(), what: "image" });
  const id = getJsonText(answer.json, "id");
  if (id === null) return troubled(account);
  // While the server processes an image, its `url` is null. Pleroma and Akkoma answer 202 for finished ones as well, and
  // show an upload only to tokens with `read:media`, which we don't need (MediaController, create2 and show).
  return { id, isReady: answer.status === 200 || getJsonUrl(answer.json, "url") !== null };
}

const troubled = (account: PlatformAccount): UploadProblem => ({
  type: "temporary",
  error: createPublishError("server", `${getServerName(account)} has a problem.`),
});

const stillProcessing = (account: PlatformAccount): UploadProblem => ({
  type: "temporary",
  error: createPublishError("media", `${getServerName(account)} is still processing an image.`),
  retryAfterMs: 3_000,
});

/**
 * Checks an upload, `GET /api/v1/media/:id` (methods/media.md): 206 while the server processes it; 404 also once it
 * belongs to a status.
 */
async function isWorkedUp(
  one: Upload,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<"yes" | "not yet" | "gone" | UploadProblem> {
  const answer = await io.call({ url: mediaUrl(account, one.id), method: "GET", effect: "read" });
  if (answer.type !== "answer") return toUnpreparedOutcome(answer);
  if (answer.status === 200) return "yes";
  if (answer.status === 206) return "not yet";
  if (answer.status === 404) return "gone";
  if (answer.status >= 500) return troubled(account);
  return toRefusedOutcome(answer, { account, now: io.now(), what: "image" });
}

const mediaUrl = (account: PlatformAccount, id: string) => `${account.host}/api/v1/media/${encodeURIComponent(id)}`;

/** Uploads the missing images, stores each upload at once, and waits a little for the server to process them. */
export async function uploadMedia(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const limits = getInstanceLimits(account);
  if (part.images.length > limits.maxImages) {
    const message = `The post has ${part.images.length} images; ${getServerName(account)} allows ${limits.maxImages}.`;
    return { type: "rejected", error: createPublishError("media", message) };
  }
  const longest = Math.max(0, ...part.images.map((image) => [...image.alt].length));
  if (longest > limits.maxAlt) {
    const message = `The description of an image has ${longest} characters; ${getServerName(account)} allows ${limits.maxAlt}.`;
    return { type: "rejected", error: createPublishError("media", message) };
  }
  const uploads = getUploads(part.prepared).slice(0, part.images.length);
  for (const image of part.images.slice(uploads.length)) {
    const uploaded = await upload(image, account, io);
    if ("type" in uploaded) return uploaded;
    uploads.push(uploaded);
    await io.savePrepared(toPrepared(uploads));
  }
  if (new Set(uploads.map(({ id }) => id)).size < uploads.length) {
    // A later attempt uploads all of them again.
    await io.savePrepared(toPrepared([]));
    const message = `${getServerName(account)} stores two of the images as one, so it wouldn't show all of them.`;
    return { type: "rejected", error: createPublishError("media", message) };
  }
  for (const [index, one] of uploads.entries()) {
    if (one.isReady) continue;
    const state = await awaitWork(one, account, io);
    if (state === "gone") {
      // The server has deleted this upload: the next attempt uploads this image and those after it.
      await io.savePrepared(toPrepared(uploads.slice(0, index)));
      return {
        type: "temporary",
        error: createPublishError("media", `${getServerName(account)} has lost an image. It is being uploaded again.`),
      };
    }
    if (state === "not yet") {
      return stillProcessing(account);
    }
    if (state !== "yes") return state;
    uploads[index] = { ...one, isReady: true };
    await io.savePrepared(toPrepared(uploads));
  }
  return { type: "ready", prepared: toPrepared(uploads) };
}

async function awaitWork(one: Upload, account: PlatformAccount, io: ConnectorIo) {
  for (let check = 1; ; check += 1) {
    const state = await isWorkedUp(one, account, io);
    if (state !== "not yet" || check === checksMax) return state;
    const waited = await pause(checkPauseMs, true, { signal: io.signal }).catch(() => false);
    if (!waited) return state;
  }
}

/**
 * Checks the uploads again after the server refused a part with them. The next attempt repeats lost uploads, and waits
 * for those that the server still processes although it called them ready.
 * @returns the outcome if an upload explains the refusal
 */
export async function recheckUploads(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<UploadProblem | null> {
  const uploads: Upload[] = [];
  for (const one of getUploads(part.prepared)) {
    const state = await isWorkedUp(one, account, io);
    if (state === "gone") {
      await io.savePrepared(toPrepared([]));
      const message = `${getServerName(account)} has lost an image. It is being uploaded again.`;
      return { type: "temporary", error: createPublishError("media", message) };
    }
    uploads.push({ ...one, isReady: one.isReady && state !== "not yet" });
  }
  if (uploads.every(({ isReady }) => isReady)) return null;
  await io.savePrepared(toPrepared(uploads));
  return stillProcessing(account);
}
