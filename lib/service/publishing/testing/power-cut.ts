import { setTimeout as pause } from "node:timers/promises";
import type { PowerDisk } from "#lib/service/db/testing/power-disk.ts";
import type { Deployment } from "./deployments.ts";
import { findDatabaseProcesses, kill } from "./kill-database.ts";
import type { KillableApp } from "./killable-app.ts";

/**
 * The disk under one process and its database goes: for a while each request to it is an I/O error, under which both still
 * run; then all of it is dark. What comes back is what had reached the disk. The process is started by the caller.
 */
export async function cutPower(disk: PowerDisk, app: KillableApp, setUp: Deployment, errorsMs: number): Promise<void> {
  // Its pid file can't be read from a disk that answers errors.
  const pids = findDatabaseProcesses(setUp);
  disk.cut();
  await pause(errorsMs);
  await app.kill();
  for (const pid of pids) kill(pid);
  await disk.back();
}
