import { createHash } from "node:crypto";
import type {
  ConnectorIo,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PlatformResult,
  PrepareOutcome,
  PublishErrorReason,
} from "#lib/service/channels/core/connector.ts";
import { toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, getJsonUrl, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import { getImageServers, getUploads, type UploadedImage } from "./note.ts";

/** Several uploads fit into one call of the delivery, 60 s. */
const uploadMs = 20_000;

type UploadProblem = Extract<PrepareOutcome, { type: "rejected" | "temporary" | "reconnect" }>;

/**
 * Uploads each image to every image server of the account, and stores each image at once (hzrd149/blossom, buds/02.md
 * and 11.md, read 2026-11-26). One server is enough; the others' addresses stand by.
 */
export async function uploadImages(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const uploads = getUploads(part);
  for (const image of part.images) {
    if (uploads[image.fileName]) continue;
    const bytes = await io.readImage(image).catch(() => null);
    if (bytes === null) return { type: "temporary", error: { reason: "media", message: "An image couldn't be read." } };
    const uploaded = await uploadImage(image, bytes, account, io);
    if ("type" in uploaded) return uploaded;
    uploads[image.fileName] = uploaded;
    await io.savePrepared({ uploads });
  }
  return { type: "ready", prepared: { uploads } };
}

async function uploadImage(
  image: OutgoingImage,
  bytes: Uint8Array,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<UploadedImage | UploadProblem> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const problems: UploadProblem[] = [];
  const urls: string[] = [];
  for (const server of getImageServers(account)) {
    const answer = await io.call({
      url: `${server}/upload`,
      method: "PUT",
      headers: { "content-type": image.mime, "x-sha-256": sha256 },
      body: bytes,
      // The address of a file is its hash, so a repeat changes nothing.
      effect: "read",
      timeoutMs: uploadMs,
    });
    const read = readDescriptor(answer, server, sha256);
    if (typeof read === "string") urls.push(read);
    else problems.push(read);
  }
  if (urls.length > 0) return { sha256, urls };
  const noServer = { reason: "media", message: "The channel has no image server. Reconnect it with one." } as const;
  return problems.find(({ type }) => type !== "rejected") ?? problems[0] ?? { type: "rejected", error: noServer };
}

/** Reads the address of the stored file. A server that stores other bytes than ours did not store our image. */
function readDescriptor(answer: PlatformResult, server: string, sha256: string): string | UploadProblem {
  const name = new URL(server).host;
  if (answer.type !== "answer") {
    const outcome = toUnpreparedOutcome(answer);
    return { ...outcome, error: { reason: outcome.error.reason, message: `${name}: ${outcome.error.message}` } };
  }
  const { status, json, headers } = answer;
  if (status === 200 || status === 201) {
    const url = getJsonUrl(json, "url");
    if (url !== null && !/\s/u.test(url) && getJsonText(json, "sha256") === sha256) return url;
    return temporary("server", `${name} returned no address of an image.`);
  }
  const says = quotePlatformReason(headers["x-reason"] ?? null);
  if (status === 413) return rejected("media", `An image is larger than ${name} allows.${says}`);
  if (status === 415) return rejected("media", `${name} doesn't accept this type of image.${says}`);
  if (status === 401) return rejected("forbidden", `${name} doesn't accept the account's sign-in.${says}`);
  if (status === 429) return temporary("quota", `${name} accepts no more images for now.${says}`);
  // A refusal without a reason may be that of a firewall or a proxy in front of the server.
  if (status >= 400 && status < 500 && says !== "") {
    return rejected(refusedFor[status] ?? "media", `${name} didn't accept an image.${says}`);
  }
  return temporary("server", `${name} or a proxy in front of it answered an image with status ${status}.`);
}

const refusedFor: Readonly<Record<number, PublishErrorReason>> = { 402: "billing", 403: "forbidden" };

const rejected = (reason: PublishErrorReason, message: string): UploadProblem => ({
  type: "rejected",
  error: { reason, message },
});
const temporary = (reason: PublishErrorReason, message: string): UploadProblem => ({
  type: "temporary",
  error: { reason, message },
});
