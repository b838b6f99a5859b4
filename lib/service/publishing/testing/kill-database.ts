import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Deployment } from "./deployments.ts";

/**
 * Kills the server and all its processes at once, as when memory runs out. The process that supervises it starts it
 * again.
 */
export function killDatabase(setUp: Pick<Deployment, "connection">): void {
  for (const pid of findDatabaseProcesses(setUp)) kill(pid);
}

/** Lists the server first, which would restart missing processes. */
export function findDatabaseProcesses({ connection }: Pick<Deployment, "connection">): number[] {
  const file = path.join(connection.host ?? "", "..", "cluster", "postmaster.pid");
  const pid = readFileSync(file, "utf8").split("\n")[0] ?? "";
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" }).split("\n");
  return [pid, ...children.map((line) => line.trim()).filter(Boolean)].map(Number);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process ended with its parent.
  }
}
