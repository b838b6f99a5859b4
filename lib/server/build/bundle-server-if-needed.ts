import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import { type BuildSources, hashSources } from "./hash-sources.ts";
import { packagesBesideBundle } from "./runtime-packages.ts";

const sources: BuildSources = { folders: ["lib"], files: ["server.ts", "package-lock.json"] };

const isExternal = (id: string) =>
  ["rolldown", ...packagesBesideBundle].some((name) => id === name || id.startsWith(`${name}/`));

/** A module that looks for files beside itself finds them beside its source. */
const locatedAtSource: Plugin = {
  name: "located at source",
  transform: {
    filter: { code: /\bimport\.meta\.(url|dirname)\b/ },
    handler: (code, id) =>
      code
        .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href))
        .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(id))),
  },
};

/**
 * Bundles `server.ts` with its modules and packages if there is no bundle of the current sources. Loading 900 files takes
 * twice the CPU time of loading one; bundling them takes a second. Concurrent starts may bundle at once: each writes
 * whole files.
 * @returns the path of the bundle
 */
export async function bundleServerIfNeeded(root: string): Promise<string> {
  const folder = join(root, "dist");
  const bundle = join(folder, "server.mjs");
  const stampFile = join(folder, "sources");
  // The bundle names the files beside its sources by their whole path.
  const stamp = `${root} ${hashSources(root, sources)}`;
  if (existsSync(bundle) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return bundle;

  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: join(root, "server.ts"),
    cwd: root,
    platform: "node",
    external: isExternal,
    plugins: [locatedAtSource],
    logLevel: "warn",
  });
  const { output } = await build.generate({
    format: "esm",
    entryFileNames: "server.mjs",
    chunkFileNames: "[hash].mjs",
  });
  await build.close();
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string) => {
    const unfinished = join(folder, `${name}.${process.pid}`);
    writeFileSync(unfinished, content);
    renameSync(unfinished, join(folder, name));
  };
  // The bundle names its chunks, and the stamp vouches for the bundle.
  const files = output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  for (const { fileName, code } of files.toSorted((one, other) => Number(one.isEntry) - Number(other.isEntry))) {
    write(fileName, code);
  }
  write("sources", stamp);
  return bundle;
}
