import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, statfsSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A disk under a folder whose power a test can cut. */
export type PowerDisk = {
  /** Cuts the power: from now on each access fails with an I/O error, and unsynced data is lost. */
  cut: () => void;
  /** Turns the power on again. All users of the disk must have ended. */
  back: () => Promise<void>;
  /** Removes the disk, also from under a process that ends a moment later. */
  remove: () => void;
};

const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" } as unknown as NodeJS.ProcessEnv;
const busyMs = 30_000;

/**
 * EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (linux, fs/ext4/ext4.h), as the tests of file systems cut the
 * power: pages and journal entries that have not reached the disk never do.
 */
const shutDown =
  "open(my $f, '<', $ARGV[0]) or die $!; my $flags = pack('L', 2); ioctl($f, 0x8004587d, $flags) or die $!";

/**
 * Returns the image's path, in memory where there is space: the data need not outlive this machine, and tests sync
 * thousands of times.
 */
function imageOf(place: string): string {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 2_000_000_000) return `${memory}/${basename(place)}.img`;
  } catch {
    // The system has no such folder.
  }
  return `${place}.img`;
}

/**
 * Mounts a disk at `place`, an empty folder; data that has reached the disk is in `image`. Returns a sentence where
 * this machine does not permit it (needs root and loop devices).
 */
export function openPowerDisk(place: string, size = "512M", image = imageOf(place)): PowerDisk | string {
  const run = (program: string, args: string[]) =>
    execFileSync(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const ask = (program: string, args: string[]) => spawnSync(program, args, { env, encoding: "utf8" });
  const mount = () => run("mount", ["-o", "loop", image, place]);
  try {
    run("truncate", ["--size", size, image]);
    run("mkfs.ext4", ["-q", "-F", "-m", "0", image]);
    mount();
    run("perl", ["-e", "exit 0"]);
  } catch (error) {
    rmSync(image, { force: true });
    const said = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
    return `a power cut, for a disk of its own could not be mounted (${said})`;
  }
  return {
    cut: () => void run("perl", ["-e", shutDown, place]),
    async back() {
      const startedAt = performance.now();
      for (;;) {
        const left = ask("umount", [place]);
        if (left.status === 0) break;
        if (performance.now() - startedAt > busyMs) throw new Error(`the disk is still in use: ${left.stderr}`);
        await pause(20);
      }
      // The kernel may release the image a moment later: mounted before that, the folder would show the file system
      // that was shut down.
      while (ask("losetup", ["--associated", image]).stdout) {
        if (performance.now() - startedAt > busyMs) throw new Error("the kernel does not let go of the disk");
        await pause(20);
      }
      mount();
    },
    remove() {
      ask("umount", ["--lazy", place]);
      rmSync(image, { force: true });
    },
  };
}
