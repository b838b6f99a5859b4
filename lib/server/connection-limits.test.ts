import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type ConnectionLimits, limitConnections } from "./connection-limits.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const alive: RequestListener = (_request, response) => void response.end("alive");

async function open(limits: Partial<ConnectionLimits> = {}, listener = alive): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  servers.push(server);
  limitConnections(server, { max: 2_000, perAddress: 400, stalledMs: 30_000, ...limits });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Opens a connection from an address of this machine that sends one request and then nothing. */
async function askOnce(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  const [first] = await Promise.race([once(socket, "data"), once(socket, "close").then(() => [""])]);
  expect(String(first)).toContain("200 OK");
  return socket;
}

async function askOften(port: number, localAddress: string, times: number): Promise<Socket[]> {
  const made: Socket[] = [];
  while (made.length < times) {
    const some = Array.from({ length: Math.min(100, times - made.length) }, () => askOnce(port, localAddress));
    made.push(...(await Promise.all(some)));
  }
  return made;
}

const openOf = (some: readonly Socket[]) => some.filter((socket) => !socket.destroyed && !socket.readableEnded).length;

describe("connection limits", () => {
  test("2,000 idle connections from one address do not block another address", async () => {
    const port = await open();
    const idle = await askOften(port, "127.0.0.1", 2_000);
    await askOnce(port, "127.0.0.2");
    await expect.poll(() => openOf(idle)).toBe(400);
    // The newest connections stay.
    expect(openOf(idle.slice(-400))).toBe(400);
  }, 60_000);

  test("idle connections are closed first when the total limit is reached", async () => {
    const port = await open({ max: 100, perAddress: 50 });
    const idle = [...(await askOften(port, "127.0.0.1", 50)), ...(await askOften(port, "127.0.0.2", 50))];
    await askOnce(port, "127.0.0.3");
    await expect.poll(() => openOf(idle)).toBe(99);
    expect(idle[0]?.destroyed || idle[0]?.readableEnded).toBe(true);
  });

  test("a connection with a request in progress is never closed for a new one", async () => {
    const held: (() => void)[] = [];
    const port = await open({ perAddress: 3 }, (request, response) => {
      if (request.url === "/healthz") return void response.end("alive");
      held.push(() => response.end("done"));
    });
    const busy = Array.from({ length: 3 }, () => connect({ port, host: "127.0.0.1" }));
    sockets.push(...busy);
    for (const socket of busy) socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => held.length).toBe(3);
    const refused = connect({ port, host: "127.0.0.1" });
    sockets.push(refused);
    refused.on("error", () => undefined);
    await once(refused, "close");
    for (const answer of held) answer();
    for (const socket of busy) expect(String((await once(socket, "data"))[0])).toContain("200 OK");
  });

  test("a trusted proxy is limited by the total number of connections only", async () => {
    const port = await open({ perAddress: null });
    const some = await askOften(port, "127.0.0.1", 500);
    expect(openOf(some)).toBe(500);
  });

  test("a connection whose client stops reading is closed and one that waits for a slow response is not", async () => {
    let isGone = false;
    let answer = () => {};
    const port = await open({ stalledMs: 200 }, (request, response) => {
      if (request.url === "/slow") answer = () => void response.end("done");
      else {
        response.once("close", () => {
          isGone = true;
        });
        response.end(Buffer.alloc(64 * 1024 * 1024));
      }
    });
    const slow = connect({ port, host: "127.0.0.1" });
    const unread = connect({ port, host: "127.0.0.1" });
    sockets.push(slow, unread);
    unread.on("error", () => undefined);
    slow.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    unread.pause();
    unread.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => isGone).toBe(true);
    answer();
    expect(String((await once(slow, "data"))[0])).toContain("200 OK");
  });
});
