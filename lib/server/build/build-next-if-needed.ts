import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BuildSources, hashSources } from "./hash-sources.ts";

const program = fileURLToPath(new URL("./next-build-program.ts", import.meta.url));
const sources: BuildSources = {
  folders: ["app", "components", "lib", "public"],
  files: ["package-lock.json", "next.config.mjs", "tailwind.config.ts", "postcss.config.mjs", "tsconfig.json"],
  except: join("lib", "service"),
};

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
  const stamp = hashSources(root, sources);
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
