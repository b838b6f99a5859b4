/**
 * Runs a build that ends with its starter: `node next-build-program.ts PATH-OF-NEXT`, with standard input held open by
 * the starter. When that input closes, however the starter ended, the build and its workers are killed: an orphan would
 * hold Next's lock, and the next start would be refused.
 */
import { spawn } from "node:child_process";

const [next = ""] = process.argv.slice(2);
const build = spawn(process.execPath, [next, "build"], { stdio: ["ignore", "inherit", "inherit"] });

function kill(): void {
  try {
    // The starter made this process the leader of its own process group, which contains Next's workers.
    process.kill(-process.pid, "SIGKILL");
  } catch {
    build.kill("SIGKILL");
    process.exit(1);
  }
}

build.on("close", (code) => process.exit(code ?? 1));
build.on("error", () => process.exit(1));
for (const event of ["end", "close", "error"] as const) process.stdin.on(event, kill);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, kill);
process.stdin.resume();
