// Run after `npm install` (node .ci/dependencies/complete-lockfile.mjs). A registry mirror may lack binaries for other
// systems; npm then leaves those optional packages out of the lockfile and `npm ci` refuses it everywhere.
// This adds their entries (name, version, os, cpu) so that each system fetches its own binary from its own registry,
// and asks the registry for the checksum of every entry that has none. Entries that stay without one are named:
// `.ci/dependencies/no-checksum.json` may list them while the registry does not have them, and the checks refuse all others.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "x64", "wasm32"];
let added = 0;

/** The places where Node looks for a package that is required from `path`, nearest first. */
function places(path, name) {
  const found = [];
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    found.push(folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`);
    if (folder === "" || !folder.includes("/node_modules/")) break;
  }
  return [...new Set([...found, `node_modules/${name}`])];
}

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const wanted = version.replace(/^[\^~]/, "");
    const nested = `${path}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    const nearest = places(path, name).find((place) => lock.packages[place]?.version);
    if (nearest !== undefined && lock.packages[nearest].version === wanted) continue;
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

/** The registry's sha512 of one version, or null when the registry does not have that version. */
function checksum(name, version) {
  try {
    const answer = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], { stdio: "pipe" });
    const integrity = answer.toString().trim();
    return integrity.startsWith("sha512-") ? integrity : null;
  } catch {
    return null;
  }
}

const missing = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === "" || entry.link || entry.integrity) continue;
  const name = place.replace(/^.*node_modules\//, "");
  const integrity = checksum(name, entry.version);
  if (integrity === null) missing.push(`${name}@${entry.version}`);
  else entry.integrity = integrity;
}

const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
process.stdout.write(`${added} optional packages added to package-lock.json\n`);
if (missing.length > 0) process.stdout.write(`No checksum from this registry:\n${missing.sort().join("\n")}\n`);
