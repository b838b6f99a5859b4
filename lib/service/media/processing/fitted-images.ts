import { type ImageRequirements, meetsImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import type { Context } from "#lib/service/core/context.ts";
import { createFileName } from "#lib/service/media/storage/file-name.ts";
import { fitImage } from "./fit-image.ts";
import { decodeLimiter } from "./restricted-sharp.ts";

/** The row of a stored image. */
export type FittableImage = {
  mediaId: string;
  fileName: string;
  mime: string;
  sizeBytes: number;
  width: number;
  height: number;
  animated?: boolean;
};

/**
 * -
 * @throws ImageFitError; and when the store or the database is unavailable.
 */
export type FitStoredImage = <P extends FittableImage>(image: P, form: ImageRequirements) => Promise<P>;

/** Increment when the conversion changes, so that posts in progress keep their bytes. */
const version = 1;

const keyOf = ({ types, maxBytes, maxEdge, maxPixels, ratio }: ImageRequirements) =>
  [
    ...[version, [...types].sort().join(" "), maxBytes, maxEdge, maxPixels ?? ""],
    ...(ratio ? [`${ratio.min}-${ratio.max}`] : []),
  ].join(";");

/**
 * Creates a function that converts a stored image for a platform. A conversion runs once and is stored under a name of
 * its own: each retry and every channel with the same requirements gets the same bytes, whatever encoder is installed
 * by then.
 */
export function createFitStoredImage({
  pool,
  media,
}: Pick<Context, "pool"> & { media: Pick<Context["media"], "get" | "put" | "remove"> }): FitStoredImage {
  async function find(mediaId: string, key: string): Promise<Partial<FittableImage> | null> {
    const { rows } = await pool.query({
      name: "find-image-form",
      text: `select file_name as "fileName", mime, size_bytes as "sizeBytes", width, height
             from image_forms where media_id = $1 and form = $2`,
      values: [mediaId, key],
    });
    return rows[0] ?? null;
  }

  async function convert(image: FittableImage, form: ImageRequirements, key: string): Promise<void> {
    const { bytes, mime, width, height } = await decodeLimiter.take(async () => {
      const found = await media.get(image.fileName);
      if (!found) throw new Error("stored image missing");
      const chunks: Buffer[] = [];
      for await (const chunk of found.stream) chunks.push(chunk as Buffer);
      return await fitImage(Buffer.concat(chunks), form);
    });
    const fileName = createFileName(mime);
    await media.put(fileName, bytes, mime);
    const { rowCount } = await pool.query(
      `insert into image_forms (media_id, form, file_name, mime, size_bytes, width, height, sha256)
       values ($1, $2, $3, $4, $5, $6, $7, sha256($8)) on conflict (media_id, form) do nothing`,
      [image.mediaId, key, fileName, mime, bytes.length, width, height, bytes],
    );
    // Another worker was faster: its bytes are used. A file that can't be removed is found as an orphan later.
    if (rowCount === 0) await media.remove(fileName).catch(() => undefined);
  }

  return async (image, form) => {
    if (meetsImageRequirements(image, form)) return image;
    const key = keyOf(form);
    const found = await find(image.mediaId, key);
    if (found) return { ...image, ...found };
    await convert(image, form, key);
    const stored = await find(image.mediaId, key);
    if (!stored) throw new Error("image removed while it was fitted");
    return { ...image, ...stored };
  };
}
