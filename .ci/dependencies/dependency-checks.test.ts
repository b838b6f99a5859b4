import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  compareVersions,
  findBelowFloor,
  findForeignLicences,
  findRegistryAddresses,
  findUnlistedInstallScripts,
  findVersionRanges,
  findWithoutChecksum,
  getPackageName,
  type LicencePolicy,
  type PackageLock,
  type VersionFloor,
} from "./dependency-checks.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const lock: PackageLock = read("package-lock.json");
const manifest: {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
} = read("package.json");
const floors: VersionFloor[] = read(".ci/floors.json");
const licences: LicencePolicy = read(".ci/dependencies/licences.json");
const noChecksum: { packages: string[] } = read(".ci/dependencies/no-checksum.json");
const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };

test("every installed package has at least its lowest safe version", () => {
  expect(findBelowFloor(lock, floors)).toEqual([]);
});

test("a package below its lowest safe version is found, nested or with a suffix", () => {
  const floor: VersionFloor[] = [{ package: "next", floor: "16.3.4", advisories: ["GHSA-x"], why: "" }];
  const at = (place: string, version: string) => findBelowFloor({ packages: { [place]: { version } } }, floor).length;
  expect(at("node_modules/next", "16.3.3")).toBe(1);
  expect(at("node_modules/a/node_modules/next", "15.9.9")).toBe(1);
  expect(at("node_modules/next", "16.3.4-canary.1")).toBe(1);
  expect(at("node_modules/next", "16.3.4")).toBe(0);
  expect(at("node_modules/next", "16.10.0")).toBe(0);
});

test("versions are compared by number, not by letter", () => {
  expect(compareVersions("0.35.10", "0.35.9")).toBeGreaterThan(0);
  expect(compareVersions("24.18.1", "v24.18.1")).toBe(0);
  expect(compareVersions("1.0.0-beta.1", "1.0.0")).toBeLessThan(0);
});

test("each lowest safe version names its advisory", () => {
  for (const floor of floors) {
    expect(floor.advisories.length).toBeGreaterThan(0);
    for (const id of floor.advisories) expect(id).toMatch(/^(GHSA(-[a-z0-9]{4}){3}|CVE-\d{4}-\d{4,})$/);
  }
});

test("packages that face the network have a lowest safe version", () => {
  const named = new Set(floors.map((floor) => floor.package));
  for (const name of ["next", "sharp", "hono", "@hono/node-server", "drizzle-orm", "node"]) {
    expect(named).toContain(name);
    expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
  }
});

test("everything runs on the Node version in package.json, which is at least the lowest safe one", () => {
  expect(process.version).toMatch(/^v24\./);
  expect(process.version).toBe(`v${dependencies["node"]}`);
  const floor = floors.find((one) => one.package === "node")?.floor ?? "none";
  expect(compareVersions(process.version, floor)).toBeGreaterThanOrEqual(0);
});

test("every version in package.json is exact", () => {
  expect(findVersionRanges(dependencies)).toEqual([]);
  expect(findVersionRanges({ a: "^1.0.0", b: "1", c: "latest", d: "1.0.0" })).toHaveLength(3);
});

test("the lockfile names no registry", () => {
  expect(findRegistryAddresses(lock)).toEqual([]);
  expect(findRegistryAddresses({ packages: { a: { resolved: "https://registry.example/a.tgz" } } })).toEqual(["a"]);
  expect(readFileSync(path.join(root, ".npmrc"), "utf8")).toContain("omit-lockfile-registry-resolved=true");
});

test("npm verifies the sha512 of every installed package", () => {
  expect(findWithoutChecksum(lock, noChecksum.packages)).toEqual([]);
  for (const folder of ["s3", "bluesky"])
    expect(findWithoutChecksum(read(`.ci/${folder}/package-lock.json`), [])).toEqual([]);
});

test("an entry without a sha512 is found, and so is an unused exception", () => {
  const entry = (integrity?: string) => ({ version: "1.0.0", ...(integrity !== undefined && { integrity }) });
  const found = (integrity?: string, excepted: string[] = []) =>
    findWithoutChecksum({ packages: { "node_modules/a/node_modules/b": entry(integrity) } }, excepted);
  expect(found()).toEqual(["b@1.0.0"]);
  expect(found("sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=")).toEqual(["b@1.0.0"]);
  expect(found("sha512-x")).toEqual([]);
  expect(found(undefined, ["b@1.0.0"])).toEqual([]);
  expect(found(undefined, ["b@0.9.0"])).toEqual(["b@1.0.0", "b@0.9.0: exception is not needed"]);
  expect(found("sha512-x", ["b@1.0.0"])).toEqual(["b@1.0.0: exception is not needed"]);
});

test("every package that Linux installs for production on x64 or arm64 has its checksum", () => {
  const linux = Object.entries(lock.packages)
    .filter(([, entry]) => !entry.dev)
    .map(([place, entry]) => `${getPackageName(place)}@${entry.version}`);
  const excepted = linux.filter((one) => noChecksum.packages.includes(one));
  expect(excepted.filter((one) => /linux-(x64|arm64)/.test(one))).toEqual([]);
});

test("the lockfile has the versions of package.json", () => {
  for (const [name, version] of Object.entries(dependencies)) {
    expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

test("every install script is listed", () => {
  expect(findUnlistedInstallScripts(lock, manifest.allowScripts)).toEqual([]);
  expect(findUnlistedInstallScripts({ packages: { "node_modules/a": { hasInstallScript: true } } }, {})).toEqual(["a"]);
});

test("every package of a production install has a licence compatible with MIT", () => {
  expect(findForeignLicences(lock, licences)).toEqual([]);
});

test("an incompatible licence is found, also inside an expression", () => {
  const found = (name: string, license?: string) =>
    findForeignLicences({ packages: { [`node_modules/${name}`]: license === undefined ? {} : { license } } }, licences)
      .length;
  expect(found("a", "GPL-3.0-only")).toBe(1);
  expect(found("a", "MIT AND LGPL-3.0-or-later")).toBe(1);
  expect(found("a")).toBe(1);
  expect(found("a", "(MIT OR GPL-3.0-only)")).toBe(0);
  expect(found("@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later")).toBe(0);
});

test("sharp, react and next are installed once each", () => {
  const copies = Object.keys(lock.packages).map(getPackageName);
  for (const name of ["sharp", "react", "react-dom", "next"]) {
    expect([name, copies.filter((copy) => copy === name).length]).toEqual([name, 1]);
  }
});
