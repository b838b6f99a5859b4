import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { limits } from "#lib/contract/limits.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { type StoredImage, storeUpload } from "./create-media.ts";
import { requireMediaQuota } from "./media-quota.ts";
import { createIncomingPath } from "./storage/incoming-files.ts";
import { toStoreRefusal } from "./storage/to-store-refusal.ts";

type DownloadMediaDeps = Pick<Context, "media" | "log" | "readOutside" | "pool" | "clock" | "settings">;

/**
 * Downloads images from addresses that a member named and stores them as uploads are stored: the same limits, the same
 * checks, encoded again. One after the other, so that one request holds one image in memory. All or none: when one
 * fails, the stored ones are removed.
 * @param beforeDecoding waits until this request may use the processor
 * @throws Refusal `invalid_request` with the address's place as `field`; `quota_exceeded`; `unavailable`.
 */
export async function downloadMedia(
  context: DownloadMediaDeps,
  memberId: string,
  urls: readonly string[],
  beforeDecoding: () => Promise<void>,
): Promise<StoredImage[]> {
  const stored: StoredImage[] = [];
  try {
    for (const [index, url] of urls.entries()) {
      const file = await context.readOutside(url, limits.imageBytes);
      if ("why" in file) throw refuseAddress(index, file.why);
      await beforeDecoding();
      const sizeBytes = stored.reduce((sum, image) => sum + image.sizeBytes, file.bytes.byteLength);
      await requireMediaQuota(context, memberId, sizeBytes);
      stored.push(await storeDownload(context, file.bytes, index));
    }
    return stored;
  } catch (error) {
    await removeStoredImages(context, stored);
    throw error;
  }
}

/** Removes stored images that no post will have. Never throws: the sweep of orphaned files finds what is left. */
export async function removeStoredImages(
  { media }: Pick<Context, "media">,
  images: readonly StoredImage[],
): Promise<void> {
  await Promise.all(images.map(({ fileName }) => media.remove(fileName).catch(() => undefined)));
}

async function storeDownload(context: DownloadMediaDeps, bytes: Uint8Array, index: number): Promise<StoredImage> {
  const tempPath = createIncomingPath(context.media.incomingFolder);
  const discard = () => rm(tempPath, { force: true });
  try {
    await writeFile(tempPath, bytes, { flag: "wx", mode: 0o600 });
    const sha256 = createHash("sha256").update(bytes).digest();
    return await storeUpload(context, { tempPath, sha256, sizeBytes: bytes.byteLength, discard });
  } catch (error) {
    if (error instanceof Refusal && error.code === "invalid_request") throw refuseAddress(index, error.message);
    throw toStoreRefusal(context.log, "receive", error);
  } finally {
    await discard();
  }
}

function refuseAddress(index: number, why: string): Refusal {
  return new Refusal(
    "invalid_request",
    `The image at address ${index + 1} can't be used: ${why} Nothing was created.`,
    `media_urls.${index}`,
  );
}
