import { readdirSync, readFileSync } from "node:fs";

/** @throws where there is no procfs. */
export function requireLinux(): void {
  if (process.platform !== "linux") throw new Error("This bench reads /proc: it runs on Linux.");
}

/** Returns a process and all that descend from it. */
export function listFamily(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    // The name in brackets may hold blanks and brackets itself: the parent is the second word after the last one.
    const words = readIfThere(`/proc/${name}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ");
    parents.set(Number(name), Number(words[1]));
  }
  const members = [pid];
  for (const member of members) for (const [child, parent] of parents) if (parent === member) members.push(child);
  return members;
}

/** Returns the milliseconds that all threads of a process and its descendants have worked, whatever else the machine did. */
export function readWorkedMs(pid: number): number {
  let nanoseconds = 0;
  for (const member of listFamily(pid)) {
    for (const thread of readThreads(member)) {
      nanoseconds += Number(readIfThere(`/proc/${member}/task/${thread}/schedstat`).split(" ")[0]);
    }
  }
  return nanoseconds / 1_000_000;
}

function readThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Returns nothing for a process that ended meanwhile. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
