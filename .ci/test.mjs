// The entry of `npm test` and `npm run test:deep`. Plain JavaScript without a package: it must answer on any Node, before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** Whether the package stands in node_modules with the version that package.json names. */
function isInstalled([name, version]) {
  const file = path.join(root, "node_modules", name, "package.json");
  return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
}

const missing = Object.entries({ ...dependencies, ...devDependencies }).filter((entry) => !isInstalled(entry));
const node = path.join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
if (missing.length > 0 || !existsSync(node)) {
  const what =
    missing.length > 3 ? `${missing.length} packages are` : missing.map(([name]) => name).join(", ") || "node";
  process.stderr.write(`Not installed: ${what}. Run: npm ci\n`);
  process.exit(1);
}
const child = spawn(node, [path.join(root, ".ci", "test.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
