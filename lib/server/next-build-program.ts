/**
 * A build that ends with whoever asked for it: `node build-program.ts PATH-OF-NEXT`, its standard input held open by the
 * asker. Where that closes, however the asker ended, the build and its workers are killed: an orphan would hold Next's
 * lock, and the next start would be refused.
 */
import { spawn } from "node:child_process";

const [next = ""] = process.argv.slice(2);
const build = spawn(process.execPath, [next, "build"], { stdio: ["ignore", "inherit", "inherit"] });

function kill(): void {
  try {
    // The asker made this process the leader of a group of its own; Next's workers are in it.
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
