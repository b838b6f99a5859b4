import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { media } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type ProcessedImage, processUpload } from "./processing/process-upload.ts";
import type { UncheckedUpload } from "./receive-upload-to-temp-file.ts";
import { createFileName } from "./storage/file-name.ts";
import { toStoreRefusal } from "./storage/to-store-refusal.ts";

export type MediaRow = typeof media.$inferSelect;

/** A stored image without a row yet. */
export type StoredImage = Omit<ProcessedImage, "bytes"> & { fileName: string; sizeBytes: number; sha256: Buffer };

/**
 * Decodes an upload, encodes it again and stores it. Runs outside any transaction: it can take seconds, and a store has
 * no rollback. An image that never gets its row is removed a day later.
 * @throws Refusal `invalid_request` (see `processUpload`), `unavailable` when the store can't take the image.
 */
export async function storeUpload(
  context: Pick<Context, "media" | "log">,
  upload: UncheckedUpload,
): Promise<StoredImage> {
  const { bytes, ...picture } = await processUpload(upload.tempPath);
  const fileName = createFileName(picture.mime);
  try {
    await context.media.put(fileName, bytes, picture.mime);
  } catch (error) {
    throw toStoreRefusal(context.log, "store", error);
  }
  return { ...picture, fileName, sizeBytes: bytes.length, sha256: upload.sha256 };
}

/** Inserts the row of a stored image, owned by the caller. */
export async function createMedia(tx: Tx, actor: Actor, stored: StoredImage, clock: Clock): Promise<MediaRow> {
  const row = {
    id: clock.newId(),
    orgId: actor.orgId,
    memberId: actor.memberId,
    createdAt: clock.now(),
    alt: "",
    ...stored,
  };
  await tx.insert(media).values(row);
  return row;
}
