import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from "node:fs";
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
  const isBuilt = () =>
    existsSync(join(root, ".next", "BUILD_ID")) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  const said = new Set<string>();
  const sayOnce = (line: string) => {
    if (!said.has(line)) say(line);
    said.add(line);
  };
  const begunAt = performance.now();
  while (!isBuilt()) {
    let output = "Another process is building it.";
    const unlock = lockBuild(join(root, "node_modules", ".postwright-build"));
    try {
      if (unlock) {
        // The process that had the lock may have built it.
        if (isBuilt()) return;
        sayOnce("Building the dashboard, once (about 20 s) …");
        const ended = await build(root);
        if (ended.code === 0) return writeFileSync(stampFile, stamp);
        output = ended.output;
      }
    } finally {
      unlock?.();
    }
    if ((unlock && !isTaken.test(output)) || performance.now() - begunAt > wait.most) {
      throw new Error(`The dashboard could not be built:\n${output.split("\n").slice(-linesTold).join("\n")}`);
    }
    sayOnce("Another process is building the dashboard. Waiting …");
    await pause(wait.each);
  }
}

/**
 * Takes the lock of the build: Next's own ends before the stamp is written, and a second build would remove the first.
 * The lock of a process that has ended, or that has not touched it for half a minute, is taken over.
 * @returns a function that releases the lock, or null if another process has it
 */
function lockBuild(file: string): (() => void) | null {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (isAbandoned(file)) rmSync(file, { force: true });
    return null;
  }
  const alive = setInterval(() => utimes(file, new Date(), new Date(), () => undefined), 1_000);
  return () => {
    clearInterval(alive);
    rmSync(file, { force: true });
  };
}

const abandonedMs = 30_000;

function isAbandoned(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // In a container that starts again, a process may have the number of the former one.
    if (pid === process.pid || Date.now() - statSync(lock).mtimeMs > abandonedMs) return true;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
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
