import { closeSync, fsyncSync, openSync } from "node:fs";

/**
 * Flushes the names in a folder. Names are the folder's own data, which a power cut may lose even if the files are
 * flushed. A folder without read permission is skipped: it existed before the app and is flushed by now.
 */
export function fsyncFolder(folder: string): void {
  // Windows can't open a folder for flushing and does not need it.
  if (process.platform === "win32") return;
  let handle: number;
  try {
    handle = openSync(folder, "r");
  } catch {
    return;
  }
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
