import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
/** Several times the space that all tests running in parallel have needed. */
const roomBytes = 4 * 1024 ** 3;

/**
 * Returns the folder for test databases: in memory if the system has such a place (Linux) with enough space for all of
 * them, otherwise on disk. Tests kill processes, which loses nothing of either; a test that simulates a power cut needs
 * its own disk.
 */
export function getDatabaseRoot(): string {
  if (process.env["DATABASES_ON_DISK"]) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Creates an empty folder for an app. Its database may run as another user when the tests run as root, so others may
 * enter the folder.
 */
export function createDataDir(): string {
  const folder = mkdtempSync(path.join(getDatabaseRoot(), "postwright-"));
  chmodSync(folder, 0o755);
  return folder;
}
