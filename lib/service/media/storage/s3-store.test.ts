import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { storeUpload } from "#lib/service/media/create-media.ts";
import { receiveUploadToTempFile } from "#lib/service/media/receive-upload-to-temp-file.ts";
import { serveMedia } from "#lib/service/media/serve-media.ts";
import { describeStore } from "#lib/service/media/testing/describe-store.ts";
import { openTestStore, redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";
import { createFileName } from "./file-name.ts";
import type { MediaStore } from "./media-store.ts";
import { parseS3Url } from "./s3-location.ts";
import { openS3Store } from "./s3-store.ts";

/**
 * The part of S3's protocol that the store uses, over real HTTP, with faults on demand. Pages of a list have three
 * objects.
 */
const objects = new Map<string, { bytes: Buffer; mime: string; storedAt: Date }>();
let fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
let asked: string[] = [];
const bucket = createServer(async (request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const body = await buffer(request).catch(() => null);
  if (!body || fault?.(request, response)) return;
  const url = new URL(request.url ?? "", "http://bucket");
  const key = url.pathname.replace(/^\/pictures\/?/, "");
  if (request.headers.authorization !== "signed") return void response.writeHead(403).end("<Error/>");
  if (!key) return void response.end(listing(url.searchParams));
  const found = objects.get(key);
  if (request.method === "PUT") {
    objects.set(key, { bytes: body, mime: request.headers["content-type"] ?? "", storedAt: new Date() });
    return void response.end();
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (!found) return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  response.writeHead(200, { "content-length": found.bytes.length, "content-type": found.mime }).end(found.bytes);
});

function listing(query: URLSearchParams): string {
  const [prefix, after] = [query.get("prefix") ?? "", query.get("start-after") ?? ""];
  const keys = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
  const contents = keys.slice(0, 3).map((key) => {
    const at = objects.get(key)?.storedAt.toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`;
  });
  return `<ListBucketResult><IsTruncated>${keys.length > 3}</IsTruncated>${contents.join("")}</ListBucketResult>`;
}

let local: Awaited<ReturnType<typeof openTestStore>>;
let store: MediaStore;
/** The time-out of tests that wait in vain; all others have time on a busy machine. */
const shortMs = 600;
const patientMs = 60_000;
let impatient: MediaStore;
const openAt = (endpoint: string, timeoutMs = patientMs) =>
  openS3Store(
    parseS3Url(`s3://pictures/team?endpoint=${endpoint}`),
    (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: "signed" } }),
    { incomingFolder: join(local.folder, "incoming-s3"), timeoutMs },
  );

beforeAll(async () => {
  local = await openTestStore();
  bucket.listen(0, "127.0.0.1");
  await once(bucket, "listening");
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  store = await openAt(endpoint);
  impatient = await openAt(endpoint, shortMs);
});
beforeEach(() => {
  objects.clear();
  fault = null;
  asked = [];
});
afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await local.drop();
});

describeStore("a bucket of a small server of our own", () => store);

const context = () => ({ log: local.log, media: store });
const upload = async () => receiveUploadToTempFile(context(), uploadOf(await redBlue(30, 20).png().toBuffer()));

test("an uploaded image is stored in the bucket under its prefix and served from there", async () => {
  const received = await upload();
  const stored = await storeUpload(context(), received);
  await received.discard();
  expect([...objects.keys()]).toEqual([`team/${stored.fileName}`]);
  expect(objects.get(`team/${stored.fileName}`)?.mime).toBe("image/png");
  const answer = await serveMedia(context(), stored.fileName, new Request("http://localhost/"));
  expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(stored.sizeBytes)]);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(objects.get(`team/${stored.fileName}`)?.bytes);
  await store.remove(stored.fileName);
  await store.remove(stored.fileName);
  expect((await serveMedia(context(), stored.fileName, new Request("http://localhost/"))).status).toBe(404);
});

test("a list continues over all pages and skips other objects of the bucket", async () => {
  const old = Array.from({ length: 10 }, () => createFileName("image/gif")).sort();
  for (const name of old) objects.set(`team/${name}`, { bytes: Buffer.from("x"), mime: "", storedAt: new Date(1000) });
  for (const key of [`team/${createFileName("image/gif")}`])
    objects.set(key, { bytes: Buffer.from("x"), mime: "", storedAt: new Date() });
  for (const key of ["team/notes.txt", `other/${old[0]}`, `team/deep/${old[0]}`]) {
    objects.set(key, { bytes: Buffer.from("x"), mime: "", storedAt: new Date(1000) });
  }
  const listed: string[] = [];
  for await (const name of store.listStoredBefore(new Date(2000))) listed.push(name);
  expect(listed).toEqual(old);
});

test.each([
  [
    "refuses the key",
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(403).end("<Error>secret-bucket</Error>"),
  ],
  ["never answers", () => undefined],
  ["hangs up", (request: IncomingMessage) => request.socket.destroy()],
  ["answers 503", (_: IncomingMessage, response: ServerResponse) => response.writeHead(503).end()],
  [
    "sends elsewhere",
    (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
  ],
])("a bucket that %s makes an upload unavailable, stores nothing, and works again afterwards", async (how, answer) => {
  const received = await upload();
  fault = (request, response) => {
    answer(request, response);
    return true;
  };
  asked = [];
  const media = how === "never answers" ? impatient : store;
  await expect(storeUpload({ ...context(), media }, received)).rejects.toMatchObject({
    code: "unavailable",
    message: "The image store can't be reached right now. Nothing was stored.",
  });
  expect(asked.length).toBeLessThanOrEqual(2);
  await expect(
    serveMedia({ ...context(), media }, createFileName("image/png"), new Request("http://localhost/")),
  ).rejects.toMatchObject({ code: "unavailable" });
  expect(objects.size).toBe(0);
  fault = null;
  // Without the short time-out, which would fail on a machine that stalls for a moment.
  await storeUpload(context(), received);
  expect(objects.size).toBe(1);
  await received.discard();
});

test("a server that does not listen is unavailable", async () => {
  const closed = await openAt("http://127.0.0.1:1");
  const received = await upload();
  await expect(storeUpload({ ...context(), media: closed }, received)).rejects.toMatchObject({ code: "unavailable" });
  await received.discard();
});

test("a server error is retried once, and a refusal is not", async () => {
  let faults = 1;
  fault = (_, response) => {
    if (faults === 0) return false;
    faults -= 1;
    response.writeHead(500).end();
    return true;
  };
  const name = createFileName("image/png");
  await store.put(name, Buffer.from("x"), "image/png");
  expect(asked).toHaveLength(2);
  expect(objects.size).toBe(1);
  fault = (_, response) => !!response.writeHead(403).end();
  asked = [];
  await expect(store.put(name, Buffer.from("x"), "image/png")).rejects.toMatchObject({ code: "S3_403" });
  expect(asked).toHaveLength(1);
});

test("a truncated response is an error for the reader, never a short image", async () => {
  const name = createFileName("image/png");
  await store.put(name, Buffer.alloc(100_000, 1), "image/png");
  fault = (request, response) => {
    response.writeHead(200, { "content-length": 100_000 });
    response.write(Buffer.alloc(50_000, 1), () => request.socket.destroy());
    return true;
  };
  const found = await store.get(name);
  expect(found?.sizeBytes).toBe(100_000);
  await expect(found && buffer(found.stream)).rejects.toThrow();
});
