import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Imports modules in a process of their own and returns whether the SDK was loaded with them. */
async function loadsSdk(modules: readonly string[]): Promise<boolean> {
  const script = `
    import { registerHooks } from "node:module";
    let isLoaded = false;
    registerHooks({ load: (url, context, next) => {
      isLoaded ||= url.includes("/@modelcontextprotocol/");
      return next(url, context);
    } });
    for (const one of ${JSON.stringify(modules)}) await import(one);
    console.log(isLoaded);
    process.exit(0);`;
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return stdout.trim() === "true";
}

test("the SDK is loaded by the first request to /mcp and not by the start", async () => {
  const service = "./lib/service/bootstrap/service.ts";
  expect(await loadsSdk([service])).toBe(false);
  expect(await loadsSdk([service, "@modelcontextprotocol/server"])).toBe(true);
}, 60_000);
