import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Longer than any upload may take, so nothing that is still being written is swept. */
const leftoverAfterMs = 60 * 60_000;

/** Makes the folder for uploads under way. Only this account may read it: what lies there has not been checked yet. */
export async function openIncomingFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeStaleIncomingFiles(folder, new Date());
  return folder;
}

/** A path in the folder that nobody else uses. */
export function createIncomingPath(folder: string): string {
  return join(folder, `${randomUUID()}.part`);
}

/**
 * Removes what a killed process left behind: files untouched for an hour. Processes may share the folder.
 * @returns how many it removed.
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
