import type { Context } from "#lib/service/core/context.ts";
import { and, asc, eq, inArray, lt, notExists, sql } from "#lib/service/db/drizzle-exports.ts";
import { media, postMedia } from "#lib/service/db/drizzle-tables.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { removeStaleIncomingFiles } from "./storage/incoming-files.ts";

const unusedAfterMs = 24 * 60 * 60_000;
const batch = 100;

/**
 * Removes images that were uploaded more than 24 hours ago and that no post, draft or claim evidence uses: the row
 * first, then the file. A deleted post uses its images while its row can be restored. Cheap when there is nothing to
 * do. Safe beside uploads, creates and other processes doing the same. Stops early when `signal` is aborted.
 * @returns the number of removed images.
 */
export async function removeUnusedMedia(
  context: Pick<Context, "pool" | "media" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(context.clock.now().getTime() - unusedAfterMs);
  let removed = 0;
  while (!signal?.aborted) {
    const fileNames = await inTransaction(context.pool, (tx) => removeRows(tx, before));
    removed += fileNames.length;
    for (const fileName of fileNames) await removeFile(context, fileName);
    if (fileNames.length < batch) break;
  }
  return removed;
}

/**
 * Removes stored files older than 24 hours without a row, and temporary files untouched for an hour: a process killed
 * between file and row leaves one. Reads the name of every stored file, so once an hour is enough.
 * @returns the number of removed stored files.
 */
export async function removeOrphanedFiles(
  context: Pick<Context, "db" | "media" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<number> {
  await removeStaleIncomingFiles(context.media.incomingFolder, context.clock.now());
  const before = new Date(context.clock.now().getTime() - unusedAfterMs);
  let removed = 0;
  let names: string[] = [];
  for await (const name of context.media.listStoredBefore(before)) {
    if (signal?.aborted) return removed;
    names.push(name);
    if (names.length < batch) continue;
    removed += await removeUnknown(context, names);
    names = [];
  }
  return removed + (await removeUnknown(context, names));
}

async function removeRows(tx: Tx, before: Date): Promise<string[]> {
  const isUnused = and(
    notExists(tx.select({ one: postMedia.mediaId }).from(postMedia).where(eq(postMedia.mediaId, media.id))),
    // Uses the index of claims with images; a claim outlives its post.
    sql`not exists (select 1 from claims where evidence -> 'images' <> '[]'::jsonb
      and evidence -> 'images' @> jsonb_build_array(jsonb_build_object('file_name', ${media.fileName})))`,
    sql`not exists (select 1 from drafts where media_ids @> array[${media.id}])`,
  );
  const found = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(lt(media.createdAt, before), isUnused))
    .orderBy(asc(media.id))
    .limit(batch)
    .for("update", { skipLocked: true });
  if (found.length === 0) return [];
  // Checked a second time under the lock: a create that committed between the two statements keeps its image, and none
  // can attach it from now on.
  const ids = found.map((row) => row.id);
  // The rows of conversions are removed with the image's row.
  const { rows: forms } = await tx.client.query<{ media_id: string; file_name: string }>(
    "select media_id, file_name from image_forms where media_id = any($1)",
    [ids],
  );
  const removed = await tx
    .delete(media)
    .where(and(inArray(media.id, ids), isUnused))
    .returning({ id: media.id, fileName: media.fileName });
  const gone = new Set(removed.map(({ id }) => id));
  return [
    ...removed.map((row) => row.fileName),
    ...forms.flatMap(({ media_id: of, file_name: name }) => (gone.has(of) ? [name] : [])),
  ];
}

async function removeUnknown(context: Pick<Context, "db" | "media" | "log">, names: string[]): Promise<number> {
  if (names.length === 0) return 0;
  const storedRows = await context.db
    .select({ name: media.fileName })
    .from(media)
    .where(inArray(media.fileName, names));
  const { rows: pictures } = await context.db.$client.query<{ name: string }>(
    `select avatar_file as name from channels where avatar_file = any($1)
     union all select file_name from image_forms where file_name = any($1)`,
    [names],
  );
  const known = new Set([...storedRows, ...pictures].map((row) => row.name));
  let removed = 0;
  for (const name of names) {
    if (!known.has(name) && (await removeFile(context, name))) removed += 1;
  }
  return removed;
}

/** Removes a file. A file that can't be removed now has no row any more and is found again as an orphan. */
async function removeFile(context: Pick<Context, "media" | "log">, fileName: string): Promise<boolean> {
  try {
    await context.media.remove(fileName);
    return true;
  } catch (error) {
    context.log.warn({ code: (error as NodeJS.ErrnoException).code }, "removing an unused image failed");
    return false;
  }
}
