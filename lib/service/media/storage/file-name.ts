import { randomBytes } from "node:crypto";
import type { ImageType } from "#lib/contract/platforms/platform-rules.ts";

/** The extension a stored image of each type has; it alone decides the content type it is served with. */
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
 * A new name for a stored image. Whoever knows it may see the image, so it is 160 random bits; an id of ours would not
 * do, because a good part of it is the time.
 */
export function createFileName(mime: ImageType): string {
  return `${randomBytes(20).toString("hex")}.${extensions[mime]}`;
}

/** The content type of a name of ours, or null for any other name: paths, dots and other extensions never get through. */
export function getFileNameMime(fileName: string): ImageType | null {
  const match = pattern.exec(fileName);
  return (match?.[1] && mimes[match[1]]) || null;
}
