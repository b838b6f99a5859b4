import { execFile } from "node:child_process";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeStore } from "#lib/service/media/testing/describe-store.ts";
import { openTestStore } from "#lib/service/media/testing/test-images.ts";
import { openDiskStore } from "./disk-store.ts";
import { createFileName } from "./file-name.ts";
import { createIncomingPath } from "./incoming-files.ts";

let store: Awaited<ReturnType<typeof openTestStore>>;
let ofSuite: Awaited<ReturnType<typeof openTestStore>>;
beforeAll(async () => {
  store = await openTestStore();
  ofSuite = await openTestStore();
});
afterAll(async () => {
  await store.drop();
  await ofSuite.drop();
});

describeStore("a folder", () => ofSuite.media);

test("file names are unique and hard to guess", () => {
  const names = new Set(Array.from({ length: 1000 }, () => createFileName("image/gif")));
  expect(names.size).toBe(1000);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{40}\.gif$/);
});

test("a disk that fills up during an image leaves nothing of it", async () => {
  // A limit on file size makes a write fail midway as a full disk does, on any machine and without root.
  const script = `
    import { openDiskStore } from ${JSON.stringify(new URL("./disk-store.ts", import.meta.url))};
    import { receiveUploadToTempFile } from ${JSON.stringify(new URL("../receive-upload-to-temp-file.ts", import.meta.url))};
    import { createLog } from ${JSON.stringify(new URL("../../core/log.ts", import.meta.url))};
    const media = await openDiskStore(${JSON.stringify(store.folder)});
    const codes = [];
    await media.put(${JSON.stringify(createFileName("image/png"))}, Buffer.alloc(2_000_000, 1), "image/png").catch((error) => codes.push(error.code));
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(2_000_000)]), "a.png");
    const request = new Request("http://localhost", { method: "POST", body });
    await receiveUploadToTempFile({ media, log: createLog("silent") }, request).catch((error) => codes.push(error.code, error.message));
    process.stdout.write(JSON.stringify(codes));
  `;
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    'trap "" XFSZ; ulimit -f 512; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    script,
  ]);
  expect(JSON.parse(stdout)).toEqual([
    "EFBIG",
    "unavailable",
    "The server has no space left for images. Nothing was stored.",
  ]);
  expect(await store.stored()).toEqual([]);
  expect(await store.incoming()).toEqual([]);
});

test("a start on a folder that is not writable names the folder and what to do", async () => {
  const file = join(store.folder, "a-file");
  await writeFile(file, "x");
  const hint = "Give the account that runs Postwright write access, or set MEDIA_URL to another folder.";
  await expect(openDiskStore(join(file, "media"))).rejects.toMatchObject({
    name: "CannotStart",
    message: `Images can't be stored in ${file}/media (ENOTDIR). ${hint}`,
  });
});

test("a start removes files of a killed process, and no upload in progress", async () => {
  const old = createIncomingPath(store.media.incomingFolder);
  const fresh = createIncomingPath(store.media.incomingFolder);
  for (const path of [old, fresh]) await writeFile(path, "half");
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(old, longAgo, longAgo);
  await openDiskStore(store.folder);
  expect((await store.incoming()).map((name) => join(store.media.incomingFolder, name))).toEqual([fresh]);
});

test("exactly the images older than the given instant are listed", async () => {
  const [old, fresh] = [createFileName("image/png"), createFileName("image/png")];
  for (const name of [old, fresh]) await store.media.put(name, Buffer.from("x"), "image/png");
  await writeFile(join(store.folder, "notes.txt"), "x");
  await mkdir(join(store.folder, "kept"), { recursive: true });
  const longAgo = new Date(Date.now() - 1000 * 60 * 60);
  await utimes(join(store.folder, old), longAgo, longAgo);
  const listed: string[] = [];
  for await (const name of store.media.listStoredBefore(new Date(Date.now() - 60_000))) listed.push(name);
  expect(listed).toEqual([old]);
  expect(await readdir(store.folder)).toContain("notes.txt");
});
