import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { limits } from "#lib/contract/limits.ts";
import { receiveUploadToTempFile } from "./receive-upload-to-temp-file.ts";
import { openTestStore, uploadOf } from "./testing/test-images.ts";

let store: Awaited<ReturnType<typeof openTestStore>>;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.drop());
afterEach(async () => {
  expect(await store.incoming()).toEqual([]);
});

const refusedAs = (message: RegExp) =>
  expect.objectContaining({ code: "invalid_request", message: expect.stringMatching(message) });

/** Creates a multipart request by hand, in chunks of any size. */
function handMade(
  body: string | Buffer,
  { type = "multipart/form-data; boundary=b", chunkBytes = 1000 } = {},
): Request {
  const bytes = Buffer.from(body);
  let at = 0;
  return new Request("http://localhost/v1/media", {
    method: "POST",
    headers: { "content-type": type },
    duplex: "half",
    body: new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + chunkBytes)));
        at += chunkBytes;
      },
    }),
  } as RequestInit);
}
const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const filePart = (content: string, name = "file") =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png`, content);

test("an upload is received byte for byte, with its size and hash", async () => {
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7) % 251));
  const upload = await receiveUploadToTempFile(store, uploadOf(bytes));
  expect(upload.sizeBytes).toBe(bytes.length);
  expect(upload.sha256).toEqual(createHash("sha256").update(bytes).digest());
  expect(await readFile(upload.tempPath)).toEqual(bytes);
  await upload.discard();
  await upload.discard();
});

test("any split of the body into chunks gives the same upload", async () => {
  for (const chunkBytes of [1, 2, 7, 63, 100_000]) {
    const upload = await receiveUploadToTempFile(
      store,
      handMade(`${filePart("one\r\n--two")}--b--\r\n`, { chunkBytes }),
    );
    expect(await readFile(upload.tempPath, "utf8")).toBe("one\r\n--two");
    await upload.discard();
  }
});

test("exactly 10 MB is accepted and one byte more is refused", async () => {
  const upload = await receiveUploadToTempFile(store, uploadOf(Buffer.alloc(limits.imageBytes, 1)));
  expect(upload.sizeBytes).toBe(limits.imageBytes);
  await upload.discard();
  await expect(receiveUploadToTempFile(store, uploadOf(Buffer.alloc(limits.imageBytes + 1, 1)))).rejects.toEqual(
    refusedAs(/larger than 10 MB/),
  );
});

test.each([
  ["no part at all of that name", "--b\r\n\r\n--b--\r\n", /no file part named|broken/],
  [
    "a file of another name",
    `${filePart("x", "image")}--b--\r\n`,
    /^There is no field image\. Send one file part named/,
  ],
  ["another file beside it", `${filePart("x", "thumb")}${filePart("mine")}--b--\r\n`, /no field thumb/],
  [
    "another field beside it",
    `${filePart("mine")}${part('Content-Disposition: form-data; name="alt"', "words")}--b--\r\n`,
    /no field alt/,
  ],
  ["the name as a plain field", `${part('Content-Disposition: form-data; name="file"', "x")}--b--\r\n`, /no file part/],
  ["an empty file", `${filePart("")}--b--\r\n`, /empty/],
  ["two files of that name", `${filePart("x")}${filePart("y")}--b--\r\n`, /not several/],
  ["no closing boundary", filePart("x"), /broken or ends too early/],
  [
    "an end within the part's headers",
    '--b\r\nContent-Disposition: form-data; name="file"; file',
    /broken or ends too early/,
  ],
  ["no multipart in the body", "hello", /broken or ends too early/],
  ["an empty body", "", /broken or ends too early/],
  ["only the closing boundary", "--b--\r\n", /no file part named|broken/],
  [
    "a hundred fields",
    `${part('Content-Disposition: form-data; name="file"', "x").repeat(100)}${filePart("x")}--b--\r\n`,
    /too many parts/,
  ],
])("%s is refused and leaves nothing", async (_what, body, message) => {
  await expect(receiveUploadToTempFile(store, handMade(body))).rejects.toEqual(refusedAs(message));
});

test.each(["application/json", "image/png", "", "multipart/form-data", "multipart/form-data; boundary="])(
  "a body sent as %j is refused",
  async (type) => {
    await expect(receiveUploadToTempFile(store, handMade(filePart("x"), { type }))).rejects.toEqual(
      refusedAs(/multipart/),
    );
  },
);

test("a request without a body is refused", async () => {
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
  });
  await expect(receiveUploadToTempFile(store, request)).rejects.toEqual(refusedAs(/broken or ends too early/));
});

test("a folder that is not writable is answered with unavailable", async () => {
  const media = { ...store.media, incomingFolder: `${store.folder}/gone` };
  await expect(
    receiveUploadToTempFile({ ...store, media }, uploadOf(Buffer.alloc(3_000_000, 1))),
  ).rejects.toMatchObject({
    code: "unavailable",
  });
});
