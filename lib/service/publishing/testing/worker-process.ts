import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("./crash-worker-process.ts", import.meta.url));

/** Starts a worker as a process of its own. `ended` resolves to the signal or code that ended it. */
export async function startWorkerProcess(input: {
  connection: object;
  at: string | null;
  part: number;
  standsUntil?: string;
  clockAheadMs?: number;
  partMs?: number;
  poolSize?: number;
}) {
  const child = spawn(process.execPath, [entry, JSON.stringify(input)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? String(code)));
  });
  // The worker may reach the point before it reports that it is ready.
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
  return {
    pid: child.pid ?? 0,
    ended,
    kill: (signal: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT") => child.kill(signal),
  };
}
