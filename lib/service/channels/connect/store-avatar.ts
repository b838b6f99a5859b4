import type { Context } from "#lib/service/core/context.ts";
import { createThumbnail } from "#lib/service/media/processing/thumbnail.ts";
import { createFileName } from "#lib/service/media/storage/file-name.ts";

/** Edge of a stored avatar in pixels, and the most bytes that are read of an answer. */
const edge = 64;
export const maxAvatarBytes = 2 * 1024 * 1024;

type StoreAvatarDeps = Pick<Context, "media" | "readOutside">;

/**
 * Fetches an account's avatar through the outbound guard, scales it down and stores it under a name of our own: pages
 * load no image from another origin, and the platform does not learn who views it.
 * @returns null if the avatar can't be had; nothing fails because of it
 */
export async function storeAvatar({ media, readOutside }: StoreAvatarDeps, url: string): Promise<string | null> {
  const file = await readOutside(url, maxAvatarBytes);
  if ("why" in file) return null;
  const small = await createThumbnail(file.bytes, edge).catch(() => null);
  if (small === null) return null;
  const fileName = createFileName("image/webp");
  await media.put(fileName, small, "image/webp");
  return fileName;
}
