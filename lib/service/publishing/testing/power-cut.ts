import { setTimeout as pause } from "node:timers/promises";
import type { PowerDisk } from "#lib/service/db/testing/power-disk.ts";
import type { Deployment } from "./deployments.ts";
import { findDatabaseProcesses, kill } from "./kill-database.ts";
import type { KillableApp } from "./killable-app.ts";

/**
 * Cuts the disk under one process and its database: for a while each request to the disk is an I/O error while both
 * still run; then the disk is gone. After the cut it contains only what had been flushed. The caller starts the process
 * again.
 */
export async function cutPower(disk: PowerDisk, app: KillableApp, setUp: Deployment, errorsMs: number): Promise<void> {
  // The pid file can't be read from a disk that answers errors.
  const pids = findDatabaseProcesses(setUp);
  disk.cut();
  await pause(errorsMs);
  await app.kill();
  for (const pid of pids) kill(pid);
  await disk.back();
}
