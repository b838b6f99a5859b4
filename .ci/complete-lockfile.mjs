// Run after `npm install` (node .ci/complete-lockfile.mjs). A registry mirror may lack binaries for other
// systems; npm then leaves those optional packages out of the lockfile and `npm ci` refuses it everywhere.
// This adds their entries (name, version, os, cpu) so that each system fetches its own binary from its own registry.
import { readFileSync, writeFileSync } from "node:fs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "x64", "wasm32"];
let added = 0;

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const wanted = version.replace(/^[\^~]/, "");
    const nested = `${path}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    if (lock.packages[nested]?.version || lock.packages[top]?.version === wanted) continue;
    const place = lock.packages[top]?.version ? nested : top;
    const words = name.split(/[-/]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) => words.includes(processor));
    const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : undefined;
    if (os.length === 0 && cpu.length === 0) continue;
    lock.packages[place] = {
      version: wanted,
      ...(cpu.length > 0 && { cpu }),
      ...(entry.dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
    added += 1;
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
process.stdout.write(`${added} optional packages added to package-lock.json\n`);
