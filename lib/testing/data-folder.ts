import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
/** Several times what all tests that run beside each other have needed. */
const roomBytes = 4 * 1024 ** 3;

/**
 * Where databases of tests stand: in memory where there is such a place (Linux) with room for all of them, else on the
 * disk. Tests kill processes, which loses nothing of either; one that cuts the power has to have a disk of its own.
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

/** An empty folder for an app. Its database may run as another user when the tests run as root: it can be entered. */
export function createDataDir(): string {
  const folder = mkdtempSync(path.join(getDatabaseRoot(), "postwright-"));
  chmodSync(folder, 0o755);
  return folder;
}
