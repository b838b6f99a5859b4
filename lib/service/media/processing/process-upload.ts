import { type FileHandle, open } from "node:fs/promises";
import type { Sharp } from "sharp";
import { limits } from "#lib/contract/limits.ts";
import type { ImageType } from "#lib/contract/platforms/image-requirements.ts";
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

/** The first bytes of a file of each type, as Latin-1. WebP's four bytes of length come between its two names. */
const signatures: readonly (readonly [ImageType, (head: string) => boolean])[] = [
  ["image/jpeg", (head) => head.startsWith("\xff\xd8\xff")],
  ["image/png", (head) => head.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/webp", (head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8)],
  ["image/gif", (head) => head.startsWith("GIF87a") || head.startsWith("GIF89a")],
];
const signatureBytes = 12;

/**
 * Detects the type from a file's bytes: one of the four accepted types, `animated-png`, or null for anything else. The
 * client's file name and content type are ignored. Any number of bytes has an answer: the decoder refuses what is damaged.
 */
async function detectImageType(path: string): Promise<ImageType | "animated-png" | null> {
  const file = await open(path);
  try {
    const head = (await readAt(file, 0, signatureBytes)).toString("latin1");
    const type = signatures.find(([, isType]) => isType(head))?.[0] ?? null;
    return type === "image/png" ? await readPngType(file) : type;
  } finally {
    await file.close();
  }
}

/** Returns up to `length` bytes; fewer at the end of the file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Chunks before the pixels of a PNG; usual files have fewer than 20. */
const chunksMax = 1_000;

/** Tells by its chunk `acTL` if a PNG is animated (PNG, third edition, sections 5.3 and 11.3.6); null for too many chunks. */
async function readPngType(file: FileHandle): Promise<"image/png" | "animated-png" | null> {
  let position = 8;
  for (let chunks = 0; chunks < chunksMax; chunks += 1) {
    const chunk = await readAt(file, position, 8);
    if (chunk.length < 8) return "image/png";
    const name = chunk.toString("latin1", 4);
    if (name === "acTL") return "animated-png";
    if (name === "IDAT") return "image/png";
    position += 12 + chunk.readUInt32BE(0);
  }
  return null;
}
