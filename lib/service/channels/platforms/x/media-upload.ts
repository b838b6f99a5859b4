import type {
  ConnectorIo,
  ConnectorJson,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
  PrepareOutcome,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { encodeMultipart, type FormPart } from "#lib/service/channels/core/multipart.ts";
import { toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getJsonCount,
  getJsonList,
  getJsonText,
  getJsonValue,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { createPublishError, toRefusedOutcome } from "./error-responses.ts";

/** An upload: when X deletes it, and if X has its description. */
type MediaUpload = { id: string; endsAt: string; isDescribed: boolean; isReady: boolean };
type UploadProblem = Exclude<PublishOutcome, { type: "published" | "unknown" }>;

/** X names the life of an upload; a day if it does not (x-api/media/quickstart/best-practices). */
const usualLifeSeconds = 86_400;
/** Margin before an upload expires: the post itself is still to be published. */
const spareMs = 10 * 60_000;
const pieceBytes = 1_000_000;

export function getUploads(prepared: ConnectorJson | null): MediaUpload[] {
  return (getJsonList(prepared, "uploads") ?? []).flatMap((one) => {
    const [id, endsAt] = [getJsonText(one, "id"), getJsonText(one, "endsAt")];
    const [isDescribed, isReady] = [getJsonValue(one, "isDescribed") === true, getJsonValue(one, "isReady") === true];
    return id === null || endsAt === null ? [] : [{ id, endsAt, isDescribed, isReady }];
  });
}

const toPrepared = (uploads: readonly MediaUpload[]): ConnectorJson => ({ uploads: [...uploads] });
const troubled: UploadProblem = { type: "temporary", error: createPublishError("server", "X has a problem.") };

type UploadRequest = Omit<PlatformRequest, "effect">;

/** Sends one request of the preparation, all of which may be repeated. */
const ask = async (request: UploadRequest, io: ConnectorIo) => judge(await io.call({ ...request, effect: "read" }), io);

function judge(answer: PlatformResult, io: ConnectorIo): PlatformResponse | UploadProblem {
  if (answer.type !== "answer") return toUnpreparedOutcome(answer);
  if (answer.status >= 500 || answer.status === 408) return troubled;
  if (answer.status >= 300) return toRefusedOutcome(answer, { now: io.now(), part: 1, what: "image" });
  return answer;
}

const isProblem = (one: PlatformResponse | UploadProblem): one is UploadProblem => one.type !== "answer";

const sendJson = (url: string, body: object, io: ConnectorIo) =>
  ask({ url, method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }, io);

function formRequest(url: string, parts: readonly FormPart[]): UploadRequest {
  const { contentType, body } = encodeMultipart(parts);
  return { url, method: "POST", headers: { "content-type": contentType }, body };
}

/**
 * Uploads an image. Stills go in one request: openapi 2.167 `MediaUploadRequest` has `media`, `media_category` and
 * `additional_owners`, and allows nothing else. GIFs go in pieces, because that request does not accept `tweet_gif`,
 * and so does a still that X answers with 400: the upload in pieces has its own documentation, and its errors say more.
 */
async function upload(
  image: OutgoingImage,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<MediaUpload | UploadProblem> {
  const bytes = await io.readImage(image).catch(() => null);
  if (bytes === null)
    return { type: "temporary", error: createPublishError("media", "An image couldn't be read from storage.") };
  const url = `${account.host}/2/media/upload`;
  const answer = image.mime === "image/gif" ? null : await uploadWhole(url, image, bytes, io);
  const stored = answer ?? (await uploadPieces(url, image, bytes, io));
  if (isProblem(stored)) return stored;
  const id = getJsonText(stored.json, "data", "id");
  if (id === null) return troubled;
  const seconds = getJsonCount(stored.json, "data", "expires_after_secs") ?? usualLifeSeconds;
  const endsAt = new Date(io.now().getTime() + seconds * 1_000).toISOString();
  return { id, endsAt, isDescribed: image.alt === "", isReady: isReady(stored) };
}

const mediaPart = ({ fileName, mime }: OutgoingImage, bytes: Uint8Array): FormPart => ({
  name: "media",
  fileName,
  mime,
  bytes,
});

/** Returns null if X answers with 400. */
async function uploadWhole(
  url: string,
  image: OutgoingImage,
  bytes: Uint8Array,
  io: ConnectorIo,
): Promise<PlatformResponse | UploadProblem | null> {
  const parts = [{ name: "media_category", value: "tweet_image" }, mediaPart(image, bytes)];
  const answer = await io.call({ ...formRequest(url, parts), effect: "read" });
  return answer.type === "answer" && answer.status === 400 ? null : judge(answer, io);
}

const isReady = (answer: PlatformResponse) =>
  (getJsonText(answer.json, "data", "processing_info", "state") ?? "succeeded") === "succeeded";

/**
 * Uploads in pieces: `POST /2/media/upload/initialize`, `/{id}/append`, `/{id}/finalize` (docs.x.com, openapi 2.167);
 * the last has no body.
 */
async function uploadPieces(
  url: string,
  image: OutgoingImage,
  bytes: Uint8Array,
  io: ConnectorIo,
): Promise<PlatformResponse | UploadProblem> {
  const media_category = image.mime === "image/gif" ? "tweet_gif" : "tweet_image";
  const begun = { media_type: image.mime, media_category, total_bytes: bytes.length };
  const opened = await sendJson(`${url}/initialize`, begun, io);
  if (isProblem(opened)) return opened;
  const id = getJsonText(opened.json, "data", "id");
  if (id === null) return troubled;
  for (let index = 0; index * pieceBytes < bytes.length; index += 1) {
    const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes);
    const parts = [{ name: "segment_index", value: String(index) }, mediaPart(image, piece)];
    const sent = await ask(formRequest(`${url}/${encodeURIComponent(id)}/append`, parts), io);
    if (isProblem(sent)) return sent;
  }
  return await ask({ url: `${url}/${encodeURIComponent(id)}/finalize`, method: "POST" }, io);
}

/**
 * Uploads the missing images, describes each (a billed request of its own: openapi `POST /2/media/metadata`), and
 * stores each step at once. No post is published without its descriptions.
 */
export async function uploadMedia(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const uploads = getUploads(part.prepared).slice(0, part.images.length);
  for (const [index, image] of part.images.entries()) {
    const stored = uploads[index];
    const isStored = stored !== undefined && new Date(stored.endsAt).getTime() - spareMs > io.now().getTime();
    const one = isStored ? stored : await upload(image, account, io);
    if ("type" in one) return one;
    uploads[index] = one;
    if (!isStored) await io.savePrepared(toPrepared(uploads));
    const problem = await complete(one, image, account, io);
    if (problem === "done") continue;
    if (problem) return problem;
    await io.savePrepared(toPrepared(uploads));
  }
  return { type: "ready", prepared: toPrepared(uploads) };
}

/** Describes one upload and waits until it is ready. `done`: it was complete already; null: a step was made. */
async function complete(
  one: MediaUpload,
  image: OutgoingImage,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<"done" | UploadProblem | null> {
  if (one.isReady && one.isDescribed) return "done";
  if (!one.isReady) {
    const url = `${account.host}/2/media/upload?command=STATUS&media_id=${encodeURIComponent(one.id)}`;
    const answer = await ask({ url, method: "GET" }, io);
    if (isProblem(answer)) return answer;
    if (getJsonText(answer.json, "data", "processing_info", "state") === "failed") {
      return { type: "rejected", error: createPublishError("media", "X couldn't process an image.") };
    }
    if (!isReady(answer)) {
      const seconds = getJsonCount(answer.json, "data", "processing_info", "check_after_secs") ?? 3;
      const error = createPublishError("media", "X is still processing an image.");
      return { type: "temporary", error, retryAfterMs: seconds * 1_000 };
    }
    one.isReady = true;
  }
  if (!one.isDescribed) {
    const metadata = { alt_text: { text: image.alt } };
    const described = await sendJson(`${account.host}/2/media/metadata`, { id: one.id, metadata }, io);
    if (isProblem(described)) return described;
    one.isDescribed = true;
  }
  return null;
}
