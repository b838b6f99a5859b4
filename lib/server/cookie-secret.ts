import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fsyncFolder } from "#lib/fsync-folder.ts";

/**
 * The secret that seals cookies: made once, kept in DATA_DIR for its owner only. Deleting the file signs everybody out.
 * @throws when the folder can't be written.
 */
export function loadOrCreateCookieSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  // Root's database runs as another account, which has to pass through this folder to its own and may list nothing here.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  try {
    // "wx" and not a look first: of two processes that start together one writes and both read the same. Flushed, with its
    // name, before anything is sealed with it: a power cut would leave it empty, and the keys of all accounts closed.
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
    for (const folder of [dataDir, resolve(dataDir, "..")]) fsyncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`${file} is damaged: delete it and start again; everybody signs in anew.`);
  return secret;
}
