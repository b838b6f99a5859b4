import { fileTypeFromFile } from "file-type";
import type { Sharp } from "sharp";
import { limits } from "#lib/contract/limits.ts";
import type { ImageType } from "#lib/contract/platforms/platform-rules.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { LimiterFullError } from "./concurrency-limiter.ts";
import { decodeLimiter, decodeTimeoutSeconds, sharp } from "./restricted-sharp.ts";

/** A tiny GIF can have hundreds of thousands of frames of one pixel each, which the pixel limit alone would accept. */
const framesMax = 1000;

/** An image that was decoded and encoded again: `bytes` has nothing of the upload except its pixels. */
export type ProcessedImage = { bytes: Buffer; mime: ImageType; width: number; height: number; frames: number };

/**
 * Decodes an upload and encodes it again as the same type: metadata (position, camera, comments, appended data) is
 * removed, the orientation is applied to the pixels, colours are converted to sRGB, animation stays. `width` and
 * `height` are pixels of one frame.
 * @throws Refusal `invalid_request` for another type, a damaged file, or over 50 megapixels in all frames;
 * `unavailable` when too many wait.
 */
export async function processUpload(path: string): Promise<ProcessedImage> {
  const type = await detectImageType(path);
  if (type === "animated-png") {
    throw refused("Animated PNG is not supported. Send the animation as GIF or WebP.");
  }
  if (!type) throw refused("The file is not a JPEG, PNG, WebP or GIF image.");
  try {
    return await decodeLimiter.take(() => rewrite(path, type));
  } catch (error) {
    if (error instanceof LimiterFullError)
      throw new Refusal("unavailable", "Too many images are being processed right now.");
    throw error;
  }
}

async function rewrite(path: string, type: ImageType): Promise<ProcessedImage> {
  // The header is read without a limit, to distinguish a decompression bomb from a damaged file; nothing is decoded
  // yet.
  const header = await sharp(path, { animated: true, limitInputPixels: false })
    .metadata()
    .catch((error: Error) => {
      throw unreadable(error);
    });
  if (`image/${header.format}` !== type) throw refused("The file is not a JPEG, PNG, WebP or GIF image.");
  const frames = header.pages ?? 1;
  const pixels = header.width * (header.pageHeight ?? header.height) * frames;
  if (pixels > limits.imagePixels) {
    throw refused(`The image has more than ${limits.imagePixels / 1_000_000} megapixels over all its frames.`);
  }
  if (frames > framesMax) throw refused(`The image has more than ${framesMax} frames.`);
  // `failOn` is strict: a truncated or damaged image is refused rather than published half grey.
  const source = sharp(path, { animated: true, failOn: "warning", limitInputPixels: limits.imagePixels });
  const upright = frames === 1 ? source.autoOrient() : source;
  const { data, info } = await encoded(upright.timeout({ seconds: decodeTimeoutSeconds }), type, pixels)
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw unreadable(error);
    });
  return { bytes: data, mime: type, width: info.width, height: info.pageHeight ?? info.height, frames };
}

function encoded(image: Sharp, type: ImageType, pixels: number): Sharp {
  switch (type) {
    case "image/jpeg":
      // The smallest encoding needs the whole image at once, 9 bytes a pixel, and takes three times as long to save 2 %
      // of a photo.
      return image.jpeg({ quality: 90, optimiseCoding: pixels <= 2_000_000 });
    case "image/png":
      return image.png();
    case "image/webp":
      // Effort 2 of 6: a third of the default's time for files up to a tenth larger.
      return image.webp({ quality: 90, effort: 2 });
    case "image/gif":
      return image.gif();
    default:
      return type satisfies never;
  }
}

function unreadable(error: Error): Refusal {
  if (/timeout/i.test(error.message)) return refused("The image takes too long to process. Send a smaller one.");
  return refused("The image is damaged or cut off. Open it, save it again and send that file.");
}

function refused(message: string): Refusal {
  return new Refusal("invalid_request", message, "file");
}

/**
 * Detects the type from a file's bytes: one of the four accepted types, `animated-png`, or null for anything else. The
 * client's file name and content type are ignored.
 */
async function detectImageType(path: string): Promise<ImageType | "animated-png" | null> {
  const found = await fileTypeFromFile(path);
  if (found?.mime === "image/apng") return "animated-png";
  return limits.imageTypes.find((type) => type === found?.mime) ?? null;
}
