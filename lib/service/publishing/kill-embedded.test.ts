import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describeKilling } from "./testing-kill-rounds.ts";
import { openEmbedded, type SetUp } from "./testing-set-ups.ts";

/** The database too, in some rounds: in others it stays behind as an orphan that the next start replaces. */
function killDatabase({ dataDir }: SetUp, round: number): void {
  if (round % 5 !== 0) return;
  const pid = readFileSync(path.join(dataDir, "db", "cluster", "postmaster.pid"), "utf8").split("\n")[0] ?? "";
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" }).split("\n");
  for (const one of [pid, ...children.map((line) => line.trim()).filter(Boolean)]) kill(Number(one));
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It went with its parent.
  }
}

describeKilling("embedded, one process", { open: openEmbedded, killMore: killDatabase, seed: 1 });
