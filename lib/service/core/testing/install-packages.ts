import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Installs the packages of a server that only tests start, in the folder of its lockfile, where they are not yet.
 * Test files run beside each other: the first installs, the others wait. A lock whose process has gone is taken over.
 */
export async function installPackagesOnce(folder: string): Promise<void> {
  const lockfile = await readFile(path.join(folder, "package-lock.json"), "utf8");
  const mark = path.join(folder, "node_modules", ".installed");
  const lock = path.join(folder, ".installing");
  const isInstalled = async () => existsSync(mark) && (await readFile(mark, "utf8")) === lockfile;
  while (!(await isInstalled())) {
    const held = await open(lock, "wx").catch(() => null);
    if (held === null) {
      const holder = Number(await readFile(lock, "utf8").catch(() => ""));
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
      await pause(200);
      continue;
    }
    await held.writeFile(String(process.pid));
    await held.close();
    try {
      if (await isInstalled()) return;
      await runNpm(folder);
      await writeFile(mark, lockfile);
    } finally {
      await rm(lock, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function runNpm(folder: string): Promise<void> {
  // Under `npm test` the environment describes the product's own package. It also says how this machine reaches the
  // registry: npm on our own Node would look for that in a folder of that Node.
  const env = { ...process.env };
  const isForeign = (name: string) => /^npm_(?!config_)|^npm_config_local_prefix$/iu.test(name);
  for (const name of Object.keys(env)) if (isForeign(name)) delete env[name];
  const child = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`npm ci in ${folder} failed: ${said}`))));
  });
}
