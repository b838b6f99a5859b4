import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type BuildSources, hashSources } from "./hash-sources.ts";

const program = fileURLToPath(new URL("./bundle-server-program.ts", import.meta.url));
const sources: BuildSources = { folders: ["lib"], files: ["server.ts", "package-lock.json"] };

/**
 * Bundles `server.ts` with its modules and packages if there is no bundle of the current sources. Loading 900 files takes
 * twice the CPU time of loading one; bundling them takes a second. Concurrent starts may bundle at once: each writes
 * whole files.
 * @returns the path of the bundle
 * @throws with the bundler's message
 */
export async function bundleServerIfNeeded(root: string): Promise<string> {
  const folder = join(root, "dist");
  const bundle = join(folder, "server.mjs");
  const stampFile = join(folder, "sources");
  // The bundle names the files beside its sources by their whole path.
  const stamp = `${root} ${hashSources(root, sources)}`;
  if (existsSync(bundle) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return bundle;

  const child = spawn(process.execPath, [program, root, stamp], { stdio: ["pipe", "inherit", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  const [code, errors] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw new Error(errors.trim() || `the bundler ended with ${code ?? "a signal"}`);
  // Warnings.
  process.stderr.write(errors);
  return bundle;
}
