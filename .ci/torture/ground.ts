import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Memory that a run may use as its disk; it takes what stands there, not this. */
const roomy = "4g";

/** The one disk of the set-up: its database, its images. */
export type Disk = { fill: () => Promise<void>; free: () => void };

/** Where all that a run leaves behind stands, so that one look shows whether it is gone. */
export type Ground = {
  folder: string;
  /** Of the product alone: what the platforms keep stands beside it. */
  place: string;
  /** A word why it can't become full here, where it can't. */
  disk: Disk | string;
  clear: () => void;
};

export function openGround(): Ground {
  const folder = mkdtempSync(path.join(tmpdir(), "torture-"));
  const place = path.join(folder, "disk");
  // The database runs as another user when this runs as root.
  mkdirSync(place);
  for (const each of [folder, place]) chmodSync(each, 0o755);
  const disk = mount(place);
  const clear = () => {
    // Also from under a process that ends a moment later.
    if (typeof disk !== "string") quietly(() => execFileSync("umount", ["--lazy", place], { stdio: "ignore" }));
    quietly(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  };
  return { folder, place, disk, clear };
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // It is gone already, or whoever looks sees that it is not.
  }
}

/** A file system in memory, as small as it is told to be from one moment to the next. */
function mount(place: string): Disk | string {
  const resize = (size: string) =>
    execFileSync("mount", ["-o", `remount,size=${size}`, place], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const options = ["-t", "tmpfs", "-o", `size=${roomy},mode=755`, "tmpfs", place];
    execFileSync("mount", options, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const said = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
    return `a full disk, for a small one could not be mounted (${said})`;
  }
  return {
    free: () => void resize(roomy),
    async fill() {
      for (let spare = 16; ; spare *= 2) {
        const { blocks, bfree, bsize } = statfsSync(place);
        try {
          resize(String((blocks - bfree + spare) * bsize));
          return;
        } catch (error) {
          // Somebody was writing meanwhile: it would be smaller than what stands there.
          if (spare > 100_000) throw error;
          await pause(10);
        }
      }
    },
  };
}
