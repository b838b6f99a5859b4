import type { Media } from "#lib/contract/types.ts";
import type { MediaRow } from "./create-media.ts";

/** Returns an image's URL. `origin` has no trailing slash. */
export function getMediaUrl(fileName: string, origin: string): string {
  return `${origin}/media/${fileName}`;
}

/** Converts a media row to the API's image. */
export function presentMedia(row: MediaRow, origin: string): Media {
  return {
    id: row.id,
    type: "image",
    url: getMediaUrl(row.fileName, origin),
    width: row.width,
    height: row.height,
    size_bytes: row.sizeBytes,
    mime: row.mime,
    animated: row.frames > 1,
    alt: row.alt,
  };
}
