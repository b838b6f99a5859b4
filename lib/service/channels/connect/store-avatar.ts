import type { Context } from "#lib/service/core/context.ts";
import { createThumbnail } from "#lib/service/media/processing/thumbnail.ts";
import { createFileName } from "#lib/service/media/storage/file-name.ts";

/** Pixels of its edges, and bytes of an answer that are read. */
const edge = 64;
export const maxAvatarBytes = 2 * 1024 * 1024;

type StoreAvatarDeps = Pick<Context, "media" | "readOutside">;

/**
 * Fetches the picture of an account through the guard, makes it small and keeps it under a name of our own: pages show no
 * picture of another origin, and the platform does not hear who looks. Null where that can't be had; nothing fails by it.
 */
export async function storeAvatar({ media, readOutside }: StoreAvatarDeps, url: string): Promise<string | null> {
  const bytes = await readOutside(url, maxAvatarBytes);
  if (bytes === null) return null;
  const small = await createThumbnail(bytes, edge).catch(() => null);
  if (small === null) return null;
  const fileName = createFileName("image/webp");
  await media.put(fileName, small, "image/webp");
  return fileName;
}
