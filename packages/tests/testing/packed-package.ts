import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const packages = path.resolve(import.meta.dirname, "../..");

/** A package as its users get it: built, packed, and installed into an empty folder without a network. */
export type PackedPackage = {
  /** The folder with `node_modules`. */
  folder: string;
  tarball: string;
  /** The packed files, as paths. */
  files: string[];
  remove: () => void;
};

type PackReport = { filename: string; files: { path: string }[] };

/** Builds and packs `packages/<name>` and installs the tarball. Takes about 5 s. */
export async function installPackedPackage(name: string): Promise<PackedPackage> {
  const folder = mkdtempSync(path.join(tmpdir(), `postwright-${name}-`));
  const options = ["--offline", "--no-audit", "--no-fund", "--loglevel=error", "--cache", path.join(folder, "cache")];
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder, ...options], {
    cwd: path.join(packages, name),
  });
  // npm prints the output of the build before the report.
  const [report] = JSON.parse(packed.stdout.slice(packed.stdout.search(/^\[/m))) as PackReport[];
  if (!report) throw new Error(`npm packed nothing: ${packed.stdout}`);
  const tarball = path.join(folder, report.filename.replace(/^@([^/]+)\//, "$1-"));
  const consumer = path.join(folder, "consumer");
  mkdirSync(consumer);
  writeFileSync(path.join(consumer, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
  await run("npm", ["install", tarball, ...options], { cwd: consumer });
  return {
    folder: consumer,
    tarball,
    files: report.files.map((file) => file.path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
