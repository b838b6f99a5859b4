import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { limits } from "#lib/contract/limits.ts";
import type { Refusal } from "#lib/service/core/refusal.ts";
import { receiveUploadToTempFile } from "./receive-upload-to-temp-file.ts";
import { openTestStore } from "./testing/test-images.ts";

/** Uploads over a real connection, with misbehaving clients that fetch can't imitate. */
const shortMs = 300;
/** The longest silence of an upload: long by default, because a machine may stall. */
let idleMs = 30_000;
let store: Awaited<ReturnType<typeof openTestStore>>;
/** The result of each upload: its size, or the message of its refusal. */
let ends: (number | string)[] = [];
const server = createServer(
  getRequestListener(
    async (request) => {
      try {
        const upload = await receiveUploadToTempFile(store, request, { idleMs });
        ends.push(upload.sizeBytes);
        await upload.discard();
        return new Response("taken", { status: 201 });
      } catch (error) {
        ends.push((error as Refusal).message);
        return new Response((error as Refusal).message, { status: 400 });
      }
    },
    { overrideGlobalObjects: false },
  ),
);

beforeAll(async () => {
  store = await openTestStore();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await store.drop();
});
afterEach(async () => {
  await soon(async () => expect(await store.incoming()).toEqual([]));
  ends = [];
  idleMs = 30_000;
});
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000 });

const open = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const close = "\r\n--b--\r\n";

type Client = { socket: Socket; answer: Promise<string> };
function send(lines: string[], start = open): Client {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (data: string) => {
    text += data;
  });
  socket.on("error", () => undefined);
  const answer = new Promise<string>((resolve) => {
    const whole = () => /\r\n\r\n.+/s.test(text) && resolve(text);
    socket.on("data", whole);
    socket.on("close", () => resolve(text));
  });
  socket.write(
    [
      "POST /media HTTP/1.1",
      "Host: localhost",
      "Content-Type: multipart/form-data; boundary=b",
      ...lines,
      "",
      start,
    ].join("\r\n"),
  );
  return { socket, answer };
}

test("a complete upload over a socket is accepted", async () => {
  const { socket, answer } = send([`Content-Length: ${open.length + 5 + close.length}`], `${open}bytes${close}`);
  expect(await answer).toMatch(/^HTTP\/1.1 201/);
  expect(ends).toEqual([5]);
  socket.destroy();
});

test("a client that disconnects during the upload leaves no file", async () => {
  const { socket } = send([`Content-Length: ${5_000_000}`]);
  socket.write(Buffer.alloc(2_000_000, 1));
  await soon(async () => expect(await store.incoming()).toHaveLength(1));
  socket.destroy();
  await soon(() => expect(ends).toEqual([expect.stringMatching(/ended before/)]));
});

test("a client that closes its side before Content-Length is reached leaves no file", async () => {
  const { socket } = send([`Content-Length: ${open.length + 100}`], `${open}bytes${close}`);
  socket.end();
  await soon(() => expect(ends).toHaveLength(1));
  expect(ends[0]).toMatch(/ended before|broken or ends/);
});

test("a Content-Length that is too short ends the form early", async () => {
  const { socket, answer } = send([`Content-Length: ${open.length + 2}`], `${open}bytes${close}`);
  expect(await answer).toMatch(/^HTTP\/1.1 400/);
  // The message depends on whether the end of the form or of the connection was noticed first.
  await soon(() => expect(ends).toEqual([expect.stringMatching(/broken or ends|ended before/)]));
  socket.destroy();
});

test("a stalled upload is ended by the deadline and answered", async () => {
  idleMs = shortMs;
  const { socket, answer } = send(["Content-Length: 5000000"]);
  socket.write(Buffer.alloc(100_000, 1));
  expect(await answer).toMatch(/^HTTP\/1.1 400[\s\S]*stopped before it was complete/);
  socket.destroy();
});

test("a slow upload that never stalls is accepted", async () => {
  // Twice the longest silence, with a margin of a second and a half for a stalled machine.
  idleMs = 2_000;
  const { socket, answer } = send([`Content-Length: ${open.length + 8 + close.length}`]);
  for (let chunk = 0; chunk < 8; chunk += 1) {
    await pause(idleMs / 4);
    socket.write("x");
  }
  socket.write(close);
  expect(await answer).toMatch(/^HTTP\/1.1 201/);
  expect(ends).toEqual([8]);
  socket.destroy();
});

test("an endless chunked upload is stopped shortly after 10 MB, whatever its headers announce", async () => {
  for (const line of ["Transfer-Encoding: chunked", `Content-Length: ${1_000_000_000}`]) {
    ends = [];
    const { socket, answer } = send([line], "");
    const chunked = line.startsWith("Transfer");
    const block = Buffer.alloc(64 * 1024, 1);
    const framed = chunked ? Buffer.concat([Buffer.from("10000\r\n"), block, Buffer.from("\r\n")]) : block;
    const first = chunked ? `${open.length.toString(16)}\r\n${open}\r\n` : open;
    socket.write(first);
    let sentBytes = 0;
    let ended = false;
    const text = answer.finally(() => {
      ended = true;
    });
    while (!ended && !socket.destroyed && sentBytes < 500_000_000) {
      if (!socket.write(framed)) await Promise.race([once(socket, "drain").catch(() => undefined), text]);
      sentBytes += block.length;
    }
    expect(await text).toMatch(/^HTTP\/1.1 400[\s\S]*larger than 10 MB/);
    // Buffers of both ends and of the kernel add to the bytes that were read.
    expect(sentBytes).toBeLessThan(3 * limits.imageBytes);
    expect(ends).toEqual([expect.stringMatching(/larger than 10 MB/)]);
    socket.destroy();
    expect(await store.incoming()).toEqual([]);
  }
});

test("an upload one byte over 10 MB is answered after it was sent in full, so that every client reads the reason", async () => {
  const { socket, answer } = send([`Content-Length: ${open.length + limits.imageBytes + 1 + close.length}`]);
  socket.write(Buffer.alloc(limits.imageBytes + 1, 1));
  socket.write(close);
  expect(await answer).toMatch(/^HTTP\/1.1 400[\s\S]*larger than 10 MB/);
  // The same connection accepts the next request: no rest of the body remained in it.
  const next = once(socket, "data");
  socket.write(
    `POST /media HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${open.length + 1 + close.length}\r\n\r\n${open}x${close}`,
  );
  expect(String((await next)[0])).toMatch(/^HTTP\/1.1 201/);
  socket.destroy();
});

test("a hundred uploads that disconnect at random points leave nothing", async () => {
  for (let n = 0; n < 100; n += 1) {
    const { socket } = send(["Content-Length: 3000000"]);
    socket.write(Buffer.alloc((n * 7919) % 200_000, 1), () => socket.destroy());
  }
  await soon(() => expect(ends).toHaveLength(100));
  expect(ends.filter((end) => typeof end === "number")).toEqual([]);
});
