import { randomBytes } from "node:crypto";
import type { ImageType } from "#lib/contract/platforms/image-requirements.ts";

/** The extension of each image type; it alone decides the content type of a response. */
const extensions: Record<ImageType, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
};
const mimes: Record<string, ImageType> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
};
const pattern = /^[0-9a-f]{40}\.(jpg|png|webp|gif)$/;

/**
 * Creates a name for a stored image. The name alone gives access to the image, so it has 160 random bits; our ids would
 * not do, because a large part of an id is the time.
 */
export function createFileName(mime: ImageType): string {
  return `${randomBytes(20).toString("hex")}.${extensions[mime]}`;
}

/**
 * Returns the content type for a valid name, or null for any other: paths, dots and other extensions never get through.
 */
export function getFileNameMime(fileName: string): ImageType | null {
  const match = pattern.exec(fileName);
  return (match?.[1] && mimes[match[1]]) || null;
}
