import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AwsClient } from "aws4fetch";
import { openDiskStore } from "./disk-store.ts";
import type { MediaStore } from "./media-store.ts";
import { parseS3Url, type S3Location } from "./s3-location.ts";
import { openS3Store } from "./s3-store.ts";

/** MEDIA_URL is unusable; the message is one sentence that names the setting. */
export class InvalidMediaSettingError extends Error {}

type BucketKey = { id: string; secret: string; sessionToken: string | undefined };

/**
 * Opens the store of `mediaUrl`: a folder (`file:`), a bucket (`s3:`), or by default a folder of `dataDir`.
 * @throws InvalidMediaUrlError when the URL or its key is incomplete.
 */
export async function openMediaStore(
  mediaUrl: string | undefined,
  options: { dataDir: string; key: BucketKey | null },
): Promise<MediaStore> {
  if (!mediaUrl?.startsWith("s3:"))
    return openDiskStore(mediaUrl ? fileURLToPath(mediaUrl) : join(options.dataDir, "media"));
  const bucket = readBucket(mediaUrl);
  if (!options.key)
    throw new InvalidMediaSettingError(
      "MEDIA_URL names a bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.",
    );
  const signer = new AwsClient({
    accessKeyId: options.key.id,
    secretAccessKey: options.key.secret,
    ...(options.key.sessionToken && { sessionToken: options.key.sessionToken }),
    service: "s3",
    region: bucket.region,
    // The store itself decides which requests may be repeated.
    retries: 0,
  });
  return openS3Store(bucket, (url, init) => signer.fetch(url, init), {
    incomingFolder: join(options.dataDir, "incoming"),
  });
}

function readBucket(mediaUrl: string): S3Location {
  try {
    return parseS3Url(mediaUrl);
  } catch (error) {
    throw new InvalidMediaSettingError(error instanceof Error ? error.message : "MEDIA_URL must name an S3 bucket.");
  }
}
