import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fsyncFolder } from "#lib/fsync-folder.ts";

/**
 * Returns the secret that seals cookies, created once in DATA_DIR and readable by its owner only. Deleting the file
 * signs everyone out.
 * @throws when the folder is not writable
 */
export function loadOrCreateCookieSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  // Under root the database runs as another account, which must be able to enter this folder but not list it.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  try {
    // "wx" instead of a check first: if two processes start together, one writes and both read the same secret. The
    // file and its name are flushed before anything is sealed: a power cut would leave the file empty and make the
    // credentials of all accounts unreadable.
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
    for (const folder of [dataDir, resolve(dataDir, "..")]) fsyncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new Error(`${file} is damaged. Delete it and start again. Everyone has to sign in again.`);
  return secret;
}
