import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** The sources of a build. Paths are relative to the root; a folder counts with all that is below it. */
export type BuildSources = {
  folders: readonly string[];
  files: readonly string[];
  /** A path below a folder that has this text is no source. */
  except?: string;
};

/** Returns a digest of names, sizes and times of sources: a pulled update is built, a restart is not. Tests don't count. */
export function hashSources(root: string, { folders, files, except }: BuildSources): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat) hash.update(`${relative(root, path)}|${stat.size}|${Math.trunc(stat.mtimeMs)}\n`);
  };
  for (const folder of folders) {
    const entries = existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      : [];
    const sources = entries.filter((entry) => entry.isFile() && !entry.name.includes(".test."));
    for (const file of sources.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      if (except === undefined || !file.includes(except)) add(file);
    }
  }
  for (const file of files) add(join(root, file));
  return hash.digest("hex");
}
