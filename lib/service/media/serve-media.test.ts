import { afterAll, beforeAll, expect, test } from "vitest";
import { serveMedia } from "./serve-media.ts";
import { createFileName } from "./storage/file-name.ts";
import { openTestStore } from "./testing/test-images.ts";

let store: Awaited<ReturnType<typeof openTestStore>>;
const name = createFileName("image/webp");
beforeAll(async () => {
  store = await openTestStore();
  await store.media.put(name, Buffer.from("bytes"), "image/webp");
});
afterAll(() => store.drop());

const asked = (init?: RequestInit) => new Request(`http://localhost/media/${name}`, init);

test("an image is served with a fixed type, without scripts, and cached forever", async () => {
  const answer = await serveMedia(store, name, asked());
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "cache-control": "public, max-age=31536000, immutable",
    "content-disposition": "inline",
    "content-length": "5",
    "content-security-policy": "sandbox; default-src 'none'",
    "content-type": "image/webp",
    "cross-origin-resource-policy": "cross-origin",
    etag: `"${name}"`,
    "x-content-type-options": "nosniff",
  });
  expect(await answer.text()).toBe("bytes");
});

test("HEAD returns the same headers without the bytes", async () => {
  const answer = await serveMedia(store, name, asked({ method: "HEAD" }));
  expect([answer.status, answer.headers.get("content-length"), answer.headers.get("content-type")]).toEqual([
    200,
    "5",
    "image/webp",
  ]);
  expect(answer.body).toBeNull();
});

test("a client that has the image gets 304", async () => {
  for (const tag of [`"${name}"`, `W/"${name}"`, `"other", "${name}"`, "*"]) {
    const answer = await serveMedia(store, name, asked({ headers: { "if-none-match": tag } }));
    expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([304, `"${name}"`, ""]);
  }
  expect((await serveMedia(store, name, asked({ headers: { "if-none-match": '"other"' } }))).status).toBe(200);
});

test("any other name is 404", async () => {
  const names = [
    createFileName("image/webp"),
    name.replace("webp", "png"),
    name.replace("webp", "html"),
    "",
    "incoming",
    "../package.json",
    `..%2f${name}`,
    `${name}/`,
    `${name}\0`,
    `./${name}`,
  ];
  for (const other of names) {
    const answer = await serveMedia(store, other, asked());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect(await answer.json()).toEqual({ error: { code: "not_found", message: "The image was not found." } });
  }
});

test("a store that can't be read is unavailable, not missing", async () => {
  const media = { ...store.media, get: () => Promise.reject(Object.assign(new Error("EIO"), { code: "EIO" })) };
  await expect(serveMedia({ ...store, media }, name, asked())).rejects.toMatchObject({ code: "unavailable" });
});

test("readers that disconnect leave no file open", async () => {
  const { readdir } = await import("node:fs/promises");
  const openFiles = async () => (await readdir("/dev/fd")).length;
  const before = await openFiles();
  for (let n = 0; n < 50; n += 1) {
    const answer = await serveMedia(store, name, asked());
    await answer.body?.cancel();
    await serveMedia(store, name, asked({ method: "HEAD" }));
    await serveMedia(store, name, asked({ headers: { "if-none-match": "*" } }));
  }
  await expect.poll(openFiles, { timeout: 15_000 }).toBeLessThan(before + 10);
});
