import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import type { PackedPackage } from "./packed-package.ts";

export type CommandResult = { code: number | null; out: string; err: string };
type RunOptions = { input?: string; env?: Record<string, string> };

/** Returns a function that runs the installed `postwright` as a shell would, in a home folder of its own. */
export function createCommandRunner(packed: PackedPackage) {
  const home = mkdtempSync(path.join(packed.folder, "home-"));
  const program = path.join(packed.folder, "node_modules/.bin/postwright");
  const run = (args: readonly string[], { input = "", env = {} }: RunOptions = {}): Promise<CommandResult> =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: home,
        env: { NODE_ENV: "production", PATH: process.env["PATH"], HOME: home, TZ: "America/New_York", ...env },
      });
      const output = { out: "", err: "" };
      child.stdout.on("data", (chunk) => {
        output.out += String(chunk);
      });
      child.stderr.on("data", (chunk) => {
        output.err += String(chunk);
      });
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, ...output }));
      child.stdin.end(input);
    });
  return { home, run };
}
