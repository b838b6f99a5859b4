import sharp from "sharp";
// What libvips may read at all is closed there but for four types.
import "./process-upload.ts";

const pixelsMax = 16_000_000;
const timeLimitSeconds = 5;

/**
 * A square picture as WebP from bytes of somebody else: the first frame, cut at the middle, and nothing of the original but
 * its pixels. @throws for what is no JPEG, PNG, WebP or GIF, is damaged, or is over 16 megapixels
 */
export async function createThumbnail(bytes: Uint8Array, edge: number): Promise<Buffer> {
  return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" })
    .autoOrient()
    .resize(edge, edge, { fit: "cover" })
    .timeout({ seconds: timeLimitSeconds })
    .webp({ quality: 80 })
    .toBuffer();
}
