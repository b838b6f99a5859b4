/**
 * Bundles the server: `node bundle-server-program.ts ROOT STAMP`, with standard input held open by the starter. It has a
 * process of its own, because the bundler never gives its memory back (450 MB), and the server would hold it until its next
 * start. It ends with its starter.
 */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { packagesBesideBundle } from "./runtime-packages.ts";

const isExternal = (id: string) => packagesBesideBundle.some((name) => id === name || id.startsWith(`${name}/`));

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

const [root = "", stamp = ""] = process.argv.slice(2);

// A bundle that nobody waits for is not finished.
process.stdin
  .on("end", () => process.exit(1))
  .resume()
  .unref();

async function bundleServer(): Promise<void> {
  const folder = join(root, "dist");
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
}

try {
  await bundleServer();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
