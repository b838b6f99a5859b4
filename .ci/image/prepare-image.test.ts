import { execFileSync } from "node:child_process";
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildIfNeeded } from "#lib/server/build/build-next-if-needed.ts";
import { KillableApp, setupKey } from "#lib/service/publishing/testing/killable-app.ts";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { findFreePort } from "#lib/testing/free-port.ts";

const root = resolve(import.meta.dirname, "../..");
/** Not below the repository, where Node would find all of its packages. */
const image = mkdtempSync(join(tmpdir(), "pw-image-"));
const dataDir = createDataDir();
let app: KillableApp | null = null;

afterAll(async () => {
  await app?.kill();
  for (const folder of [image, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Links all files of a folder, as far as `isIncluded` says so of their path below the root. */
function link(path: string, isIncluded: (path: string) => boolean): void {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  mkdirSync(join(image, path), { recursive: true });
  for (const entry of entries) {
    const each = join(path, entry.name);
    if (!isIncluded(each)) continue;
    if (entry.isDirectory()) link(each, isIncluded);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(root, each)), join(image, each));
    else if (entry.isFile()) linkOrCopy(join(root, each), join(image, each));
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    cpSync(from, to, { preserveTimestamps: true });
  }
}

/** Links what the image's build starts from: sources, packages without those of the tests, and this build. */
function createImageFolder(): void {
  const leftOut = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  const pattern = /^(\.env|packages\/|\.ci\/(?!image))|\.(test|spec)\.tsx?$/;
  link(".", (path) => !leftOut.includes(path) && !pattern.test(path));
  link(".next", (path) => path !== ".next/dev");
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const isOfTests = (path: string) => packages[path]?.dev === true;
  link("node_modules", (path) => path !== "node_modules/.cache" && !isOfTests(path));
}

/**
 * Bytes of the layers above the base image, which has less than 100 MB: Debian's slim image 30, Node's program 45.
 * Registries compress better than this fast level.
 */
const measureLayers = () =>
  Number(execFileSync("sh", ["-c", "tar c . | gzip -1 | wc -c"], { cwd: image, encoding: "utf8" }));

test("the folder of the image runs without the packages of its build, and has at most 200 MB compressed", async () => {
  // A test that runs alone may meet an old build.
  await buildIfNeeded(root, () => undefined);
  createImageFolder();
  execFileSync(process.execPath, [".ci/image/prepare-image.ts", "."], { cwd: image });
  expect(readdirSync(join(image, "node_modules"))).not.toContain("typescript");

  const started = new KillableApp(await findFreePort(), { DATA_DIR: dataDir }, image);
  app = started;
  await started.start();
  expect((await fetch(`${started.origin}/sign-in`)).status).toBe(200);
  const call = async (address: string, init?: RequestInit) => {
    const headers = { authorization: `Bearer ${setupKey}`, "content-type": "application/json" };
    const answer = await fetch(`${started.origin}/v1${address}`, { headers, ...init });
    return (await answer.json()) as { data: { id: string; status: string }[] };
  };
  const channels = (await call("/channels")).data.map(({ id }) => id);
  await call("/posts", { method: "POST", body: JSON.stringify({ channels, text: "From the image" }) });
  const list = async () => (await call("/posts")).data.map(({ status }) => status);
  await expect.poll(list).toEqual(channels.map(() => "published"));
  expect(measureLayers()).toBeLessThan(200_000_000);
}, 300_000);
