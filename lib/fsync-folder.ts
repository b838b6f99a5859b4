import { closeSync, fsyncSync, openSync } from "node:fs";

/**
 * Flushes the names in a folder: they are its own data, which a power cut may take though the files themselves are flushed.
 * A folder that we may pass and not read is left alone: what was there before us is kept by now.
 */
export function fsyncFolder(folder: string): void {
  // Windows can't open a folder for this, and does not need it.
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
