import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPowerDisk, type PowerDisk } from "#lib/service/db/testing/power-disk.ts";

/** Memory that a run may use as its disk; it takes what stands there, not this. */
const roomy = "4G";
/** What the last of the room may be: PostgreSQL writes 8 KB at a time. */
const nothingBytes = 16_384;

/** The one disk of the set-up: its database, its images. */
export type RunDisk = { fill: () => Promise<void>; free: () => void; power: PowerDisk };

/** Where all that a run leaves behind stands, so that one look shows whether it is gone. */
export type RunFolder = {
  folder: string;
  /** Of the product alone: what the platforms keep stands beside it. */
  place: string;
  /** A word why it can't become full here, where it can't. */
  disk: RunDisk | string;
  clear: () => void;
};

export function createRunFolder(): RunFolder {
  const folder = mkdtempSync(path.join(tmpdir(), "chaos-"));
  const [place, memory] = [path.join(folder, "disk"), path.join(folder, "memory")];
  // The database runs as another user when this runs as root.
  for (const each of [place, memory]) mkdirSync(each);
  for (const each of [folder, place]) chmodSync(each, 0o755);
  const power = mountInMemory(place, memory);
  const clear = () => {
    if (typeof power !== "string") ignoreErrors(() => power.remove());
    // Also from under a process that ends a moment later.
    ignoreErrors(() => execFileSync("umount", ["--lazy", memory], { stdio: "ignore" }));
    ignoreErrors(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  };
  const disk = typeof power === "string" ? power : { ...createDiskFiller(place, path.join(place, "ballast")), power };
  return { folder, place, disk, clear };
}

function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {
    // It is gone already, or whoever looks sees that it is not.
  }
}

/** A disk whose bytes lie in memory: its own pages are another matter, and are lost with the power. */
function mountInMemory(place: string, memory: string): PowerDisk | string {
  try {
    const options = ["-t", "tmpfs", "-o", `size=${roomy},mode=755`, "tmpfs", memory];
    execFileSync("mount", options, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const said = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
    return `a full disk and a power cut, because a disk could not be mounted (${said})`;
  }
  const disk = openPowerDisk(place, "3G", path.join(memory, "image"));
  return typeof disk === "string" ? `a full disk, and ${disk}` : disk;
}

function createDiskFiller(place: string, ballast: string): Pick<RunDisk, "fill" | "free"> {
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  };
  return {
    free: () => rmSync(ballast, { force: true }),
    async fill() {
      let [filled, step] = [0, freeBytes()];
      while (step >= nothingBytes) {
        const args = ["--offset", String(filled), "--length", String(step), ballast];
        const isTaken = spawnSync("fallocate", args, { stdio: "ignore" }).status === 0;
        if (isTaken) filled += step;
        // Somebody is writing meanwhile, and what stands where takes room of its own.
        step = Math.min(isTaken ? step : step >> 1, freeBytes());
        await pause(1);
      }
    },
  };
}
