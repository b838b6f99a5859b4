import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const sources = ["app", "components", "lib", "public"];
const single = ["package-lock.json", "next.config.mjs", "tailwind.config.ts", "postcss.config.mjs", "tsconfig.json"];

/** A digest of names, sizes and times of what the build is made from: a pulled update is built, a restart is not. */
function stampOf(root: string): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat) hash.update(`${path}|${stat.size}|${Math.trunc(stat.mtimeMs)}\n`);
  };
  for (const folder of sources) {
    const entries = existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      : [];
    const files = entries.filter((entry) => entry.isFile() && !entry.name.includes(".test."));
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      if (!file.includes(`${join("lib", "service")}`)) add(file);
    }
  }
  for (const file of single) add(join(root, file));
  return hash.digest("hex");
}

/**
 * Builds the dashboard when there is no build, or one of other sources. Several seconds; nothing when it is current.
 * @throws with the build's last lines when it fails.
 */
export async function buildIfNeeded(root: string, say: (line: string) => void): Promise<void> {
  const stampFile = join(root, ".next", "sources");
  const stamp = stampOf(root);
  const built = existsSync(join(root, ".next", "BUILD_ID")) && existsSync(stampFile);
  if (built && readFileSync(stampFile, "utf8") === stamp) return;
  say("Building the dashboard, once (about 20 s) …");
  const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next");
  const output: string[] = [];
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (bytes: Buffer) => output.push(String(bytes)));
  child.stderr.on("data", (bytes: Buffer) => output.push(String(bytes)));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  if (code !== 0)
    throw new Error(`The dashboard could not be built:\n${output.join("").split("\n").slice(-40).join("\n")}`);
  writeFileSync(stampFile, stamp);
}
