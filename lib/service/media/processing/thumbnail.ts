import sharp from "sharp";
// That module limits libvips to four types.
import "./process-upload.ts";

const pixelsMax = 16_000_000;
const timeLimitSeconds = 5;

/**
 * Creates a square WebP from untrusted bytes: the first frame, cropped to the centre, with nothing of the original but
 * its pixels. @throws for anything but JPEG, PNG, WebP and GIF, for damage, and over 16 megapixels
 */
export async function createThumbnail(bytes: Uint8Array, edge: number): Promise<Buffer> {
  return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" })
    .autoOrient()
    .resize(edge, edge, { fit: "cover" })
    .timeout({ seconds: timeLimitSeconds })
    .webp({ quality: 80 })
    .toBuffer();
}
