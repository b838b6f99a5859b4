import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Longer than any upload may take, so that no file that is still being written is removed. */
const leftoverAfterMs = 60 * 60_000;

/** Creates the folder for uploads in progress. Only this account may read the folder: its files are not yet checked. */
export async function openIncomingFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeStaleIncomingFiles(folder, new Date());
  return folder;
}

/** Returns a unique path in the folder. */
export function createIncomingPath(folder: string): string {
  return join(folder, `${randomUUID()}.part`);
}

/**
 * Removes files of killed processes: files untouched for an hour. Processes may share the folder.
 * @returns the number of removed files.
 */
export async function removeStaleIncomingFiles(folder: string, now: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".part")) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || now.getTime() - found.mtimeMs < leftoverAfterMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
