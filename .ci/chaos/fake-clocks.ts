import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Debian's package libfaketime, by machine. */
const libraries = ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`);
const shared = "/dev/shm";
/** What was just killed needs a moment to be gone. */
const patienceMs = 2_000;

/** At the end of a program nothing can be awaited any more. */
const waitHere = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The clocks on the wall of the product's processes; what measures durations goes on as it did. */
export type FakeClocks = {
  /** What the process of this number is started with. */
  environmentOf: (process: number) => Record<string, string>;
  /** Seconds from the true time on, or back. Seen within a second. */
  set: (process: number, seconds: number) => void;
  clear: () => void;
};

/** @returns a word why clocks can't jump here, where they can't */
export function createFakeClocks(folder: string, processes: number): FakeClocks | string {
  const library = libraries.find((file) => existsSync(file));
  if (library === undefined) return "clock jumps, because libfaketime is missing (on Debian: apt install libfaketime)";
  const clocks = path.join(folder, "clocks");
  mkdirSync(clocks);
  const fileOf = (process: number) => path.join(clocks, String(process));
  const set = (process: number, seconds: number) => {
    // Never seen half written.
    writeFileSync(`${fileOf(process)}.next`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    renameSync(`${fileOf(process)}.next`, fileOf(process));
  };
  for (let process = 0; process < processes; process += 1) set(process, 0);
  const before = new Set(leftInMemory());
  return {
    set,
    environmentOf: (process) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: fileOf(process),
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    }),
    clear() {
      const endsAt = performance.now() + patienceMs;
      for (;;) {
        const ours = leftInMemory().filter((name) => !before.has(name));
        for (const name of ours.filter(isOver)) rmSync(path.join(shared, name), { force: true });
        // Others may have such clocks too, and go on.
        if (ours.every(isOver) || performance.now() > endsAt) return;
        waitHere(50);
      }
    },
  };
}

/** The library keeps two small files per process, which stay when it is killed. */
function leftInMemory(): string[] {
  return existsSync(shared) ? readdirSync(shared).filter((name) => /^(sem\.)?faketime_(sem|shm)_\d+$/.test(name)) : [];
}

/** Also where nobody has asked yet how it ended. */
function isOver(name: string): boolean {
  const pid = /\d+$/.exec(name)?.[0] ?? "";
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}
