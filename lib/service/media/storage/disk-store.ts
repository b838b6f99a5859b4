import { mkdir, open, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { getFileNameMime } from "./file-name.ts";
import { createIncomingPath, openIncomingFolder } from "./incoming-files.ts";
import type { MediaStore } from "./media-store.ts";

/**
 * Opens a store that saves images as files of one folder. A file appears under its name only when all of it is on the
 * disk, so a crash or a full disk leaves no partial image.
 * @throws DatabaseStartError naming the folder when it can't be created or written to.
 */
export async function openDiskStore(folder: string): Promise<MediaStore> {
  const incomingFolder = await openFolder(folder);
  const pathOf = (fileName: string) => {
    if (!getFileNameMime(fileName)) throw new Error("not a media file name");
    return join(folder, fileName);
  };
  return {
    incomingFolder,
    put: async (fileName, bytes) => {
      const path = pathOf(fileName);
      const written = createIncomingPath(incomingFolder);
      try {
        const file = await open(written, "wx", 0o600);
        try {
          await file.writeFile(bytes);
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(written, path);
        await syncFolder(folder);
      } catch (error) {
        await rm(written, { force: true });
        throw error;
      }
    },
    get: async (fileName) => {
      const file = await open(pathOf(fileName)).catch(nullWhenMissing);
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { stream: file.createReadStream(), sizeBytes: size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    remove: (fileName) => rm(pathOf(fileName), { force: true }),
    listStoredBefore: async function* (before) {
      for await (const entry of await opendir(folder)) {
        if (!getFileNameMime(entry.name)) continue;
        const found = await stat(join(folder, entry.name)).catch(nullWhenMissing);
        if (found && found.mtimeMs < before.getTime()) yield entry.name;
      }
    },
  };
}

async function openFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The parent folder may be one that we may pass through but not read; then the folder is older than this process.
    await syncFolder(dirname(folder)).catch(() => undefined);
    // A folder inside, because a rename is atomic only within one file system.
    const incomingFolder = await openIncomingFolder(join(folder, "incoming"));
    // Only a write test shows a folder of another account or a read-only disk.
    for (const probe of [createIncomingPath(incomingFolder), createIncomingPath(folder)]) {
      await writeFile(probe, "");
      await rm(probe);
    }
    return incomingFolder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A full disk does not prevent a start: stored images can still be read, and uploads are refused one by one.
    if (code === "ENOSPC" || code === "EDQUOT") return join(folder, "incoming");
    throw new DatabaseStartError(
      `Images can't be stored in ${folder} (${code ?? "unknown error"}). Give the account that runs Postwright write access, or set MEDIA_URL to another folder.`,
    );
  }
}

/** Flushes the folder, which has the file names: otherwise a power cut could lose a file whose row is committed. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder for this and does not need to.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
