import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** One line of `embedded-app-process.ts`. */
export type AppOutput = {
  refused?: string;
  ready?: number;
  kept?: number;
  failed?: number;
  away?: boolean;
  closed?: boolean;
  log?: string;
};

/** A running app and its output. */
export type AppProcess = {
  child: ChildProcess;
  said: AppOutput[];
  errors: string[];
  exited: Promise<number | null>;
  /** Waits for output that fits, or fails when the app ends before or takes too long. */
  until(fits: (said: AppOutput) => boolean): Promise<AppOutput>;
  kept(): number[];
};

export const appScript = fileURLToPath(new URL("./embedded-app-process.ts", import.meta.url));

/** Starts the app; `before` is a command to put in front of node (setpriv, unshare …). */
export function startAppProcess(
  dataDir: string,
  task: "wait" | "write",
  how: { before?: string[]; script?: string } = {},
): AppProcess {
  const command = [...(how.before ?? []), process.execPath, how.script ?? appScript, dataDir, task];
  const child = spawn(command[0] ?? "", command.slice(1), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } as unknown as NodeJS.ProcessEnv,
  });
  const said: AppOutput[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => said.push(JSON.parse(line) as AppOutput));
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  let ended = false;
  const exited = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      ended = true;
      resolve(code);
    });
  });
  return {
    child,
    said,
    errors,
    exited,
    kept: () => said.flatMap((one) => one.kept ?? []),
    async until(fits) {
      let found: AppOutput | undefined;
      await pollUntil(() => {
        found = said.find(fits);
        if (!found && ended) throw new Error(`The app ended: ${JSON.stringify(said.slice(-5))} ${errors.join("\n")}`);
        return found !== undefined;
      });
      return found ?? {};
    },
  };
}

/** Polls every 5 ms until `holds` returns true. */
export async function pollUntil(holds: () => boolean | Promise<boolean>, patienceMs = 40_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > patienceMs) throw new Error(`Not so within ${patienceMs} ms: ${holds}`);
    await pause(5);
  }
}

/** Returns the ids of processes (Linux) whose command line has `text`. */
export function findProcessIdsNaming(text: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process ended meanwhile.
  }
}

export const getPostmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, "db/cluster/postmaster.pid"), "utf8").split("\n")[0]);
