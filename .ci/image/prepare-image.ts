/** The build of a container image: `node .ci/image/prepare-image.ts ROOT` in a folder with its installed packages. */

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildIfNeeded } from "#lib/server/build/build-next-if-needed.ts";
import { bundleServerIfNeeded } from "#lib/server/build/bundle-server-if-needed.ts";
import { listRuntimePackages } from "#lib/server/build/runtime-packages.ts";
import { findPostgresBinaries, getHostSystem } from "#lib/service/db/embedded/postgres-binaries.ts";

const [, , argument] = process.argv;
if (argument === undefined) throw new Error("Name the folder to prepare.");
const root = resolve(argument);

await buildIfNeeded(root, (line) => process.stdout.write(`${line}\n`));
await bundleServerIfNeeded(root);
// The image's user can't write into the folder of the database's programs.
findPostgresBinaries(getHostSystem());

rmSync(join(root, ".next/cache"), { recursive: true, force: true });
// Two thirds of the packages are in the bundle or in the build, or only make them.
const kept = join(root, "kept-packages");
for (const path of listRuntimePackages(root)) {
  // A package in another's folder goes with it.
  if (path.lastIndexOf("node_modules/") > 0) continue;
  mkdirSync(dirname(join(kept, path)), { recursive: true });
  renameSync(join(root, path), join(kept, path));
}
rmSync(join(root, "node_modules"), { recursive: true });
renameSync(join(kept, "node_modules"), join(root, "node_modules"));
rmSync(kept, { recursive: true });
