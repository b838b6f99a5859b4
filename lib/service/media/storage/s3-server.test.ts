import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { describeStore, listStored, readStored } from "#lib/service/media/testing/describe-store.ts";
import { startS3Server } from "#lib/service/media/testing/s3-server.ts";
import { createFileName } from "./file-name.ts";
import type { MediaStore } from "./media-store.ts";
import { openMediaStore } from "./open-media-store.ts";

let folder: string;
let server: PeerProcess;
let store: MediaStore;

/** Opens a store as an operator configures it, signed with that key. */
const openAt = (prefix: string, key = { id: "S3RVER", secret: "S3RVER" }) =>
  openMediaStore(`s3://pictures/${prefix}?endpoint=${server.url}`, {
    dataDir: join(folder, "data"),
    key: { ...key, sessionToken: undefined },
  });
const inAnHour = () => new Date(Date.now() + 3_600_000);

// The first run on a machine installs the server.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "postwright-s3-"));
  server = await startS3Server(join(folder, "bucket"));
  store = await openAt("te.am/2026-pictures_1");
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describeStore("a bucket of a real S3 server", () => store);

test.for([
  ["another secret", { id: "S3RVER", secret: "another" }],
  ["a key that it does not know", { id: "nobody", secret: "S3RVER" }],
] as const)("a bucket refuses every read, write and deletion signed with %s", async ([, key]) => {
  const fileName = createFileName("image/png");
  await store.put(fileName, Buffer.from("ours"), "image/png");
  const stranger = await openAt("te.am/2026-pictures_1", key);
  const other = createFileName("image/png");
  await expect(stranger.get(fileName)).rejects.toMatchObject({ code: "S3_403" });
  await expect(stranger.put(other, Buffer.from("theirs"), "image/png")).rejects.toMatchObject({ code: "S3_403" });
  await expect(stranger.remove(fileName)).rejects.toMatchObject({ code: "S3_403" });
  await expect(listStored(stranger, inAnHour())).rejects.toMatchObject({ code: "S3_403" });
  expect(String(await readStored(store, fileName))).toBe("ours");
  expect(await store.get(other)).toBeNull();
});

test("images of one prefix are separate from those of another and of the bucket itself", async () => {
  const places = await Promise.all(["", "a", "a/b"].map((prefix) => openAt(prefix)));
  const names = places.map(() => createFileName("image/gif"));
  await Promise.all(places.map((place, index) => place.put(names[index] ?? "", Buffer.from("x"), "image/gif")));
  for (const [index, place] of places.entries()) expect(await listStored(place, inAnHour())).toEqual([names[index]]);
});

test("a list continues beyond the thousand objects of one response", async () => {
  const many = await openAt("many");
  const names = Array.from({ length: 1003 }, () => createFileName("image/gif")).sort();
  await many.put(names[0] ?? "", Buffer.from("x"), "image/gif");
  // The files are copied beside the server's own: uploading them would take seconds.
  const kept = join(folder, "bucket", "pictures", "many");
  for (const form of await readdir(kept)) {
    const first = join(kept, form);
    await Promise.all(names.slice(1).map((name) => copyFile(first, join(kept, form.replace(names[0] ?? "", name)))));
  }
  expect(await listStored(many, inAnHour())).toEqual(names);
});

test("a server that is killed during a write returns with all it had, and the write then succeeds", async () => {
  const [before, meanwhile] = [createFileName("image/png"), createFileName("image/png")];
  const bytes = randomBytes(4_000_000);
  await store.put(before, bytes, "image/png");
  const cut = store.put(meanwhile, bytes, "image/png").catch((error: unknown) => error);
  server.kill("SIGKILL");
  await server.ended;
  await cut;
  await expect(store.get(before)).rejects.toMatchObject({ code: "S3_UNREACHABLE" });
  await expect(store.put(meanwhile, bytes, "image/png")).rejects.toMatchObject({ code: "S3_UNREACHABLE" });
  server = await startS3Server(join(folder, "bucket"), Number(new URL(server.url).port));
  expect((await readStored(store, before))?.equals(bytes)).toBe(true);
  await store.put(meanwhile, bytes, "image/png");
  expect((await readStored(store, meanwhile))?.equals(bytes)).toBe(true);
});
