import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./next-build-program.ts", import.meta.url));
const sources = ["app", "components", "lib", "public"];
const single = ["package-lock.json", "next.config.mjs", "tailwind.config.ts", "postcss.config.mjs", "tsconfig.json"];

/** Returns a digest of names, sizes and times of the build's sources: a pulled update is built, a restart is not. */
function hashSources(root: string): string {
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

/** Next's message when another build holds its lock. */
const isTaken = /Another .*next build.* process is already running/;
/**
 * Another start, or one killed a moment ago, may be building the same sources: several times the duration of a build.
 */
const waitMs = { each: 1_000, most: 300_000 };
const linesTold = 40;

/**
 * Builds the dashboard if there is no build or one of other sources; waits for a build of another start. A build takes
 * several seconds, a current one none. The build never outlives this process.
 * @throws with the last lines of a failed build
 */
export async function buildIfNeeded(root: string, say: (line: string) => void, wait = waitMs): Promise<void> {
  const stampFile = join(root, ".next", "sources");
  const stamp = hashSources(root);
  const begunAt = performance.now();
  for (let isWaiting = false; ; isWaiting = true) {
    const built = existsSync(join(root, ".next", "BUILD_ID")) && existsSync(stampFile);
    if (built && readFileSync(stampFile, "utf8") === stamp) return;
    if (!isWaiting) say("Building the dashboard, once (about 20 s) …");
    const { code, output } = await build(root);
    if (code === 0) return writeFileSync(stampFile, stamp);
    if (!isTaken.test(output) || performance.now() - begunAt > wait.most) {
      throw new Error(`The dashboard could not be built:\n${output.split("\n").slice(-linesTold).join("\n")}`);
    }
    if (!isWaiting) say("Another process is building the dashboard. Waiting …");
    await pause(wait.each);
  }
}

async function build(root: string): Promise<{ code: number | null; output: string }> {
  const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next");
  const output: string[] = [];
  const child = spawn(process.execPath, [program, next], {
    cwd: root,
    // The open input signals that this process lives. The build has its own process group, so that its workers can be
    // ended with it.
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  child.stdout.on("data", (bytes: Buffer) => output.push(String(bytes)));
  child.stderr.on("data", (bytes: Buffer) => output.push(String(bytes)));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output: output.join("") };
}
