import { createServer, type Server, type ServerOptions } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { respondToClientError } from "./malformed-requests.ts";

let server: Server | null = null;
afterEach(() => void server?.close().closeAllConnections());

async function open(options: ServerOptions): Promise<number> {
  server = createServer(options, (_, response) => void response.end("read"));
  server.on("clientError", respondToClientError);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Sends these bytes and returns the whole answer once the server closes the connection. */
function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (some) => {
      text += String(some);
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
}

test("a URL of a million characters gets a readable error and the server keeps running", async () => {
  const port = await open({ maxHeaderSize: 16_384 });
  // A suspended machine would otherwise use up the sender's time to finish.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = await send(port, `GET /compose?text=${"a".repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain("paste it into the composer");
  expect(await send(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toContain("read");
});

test("an API call with a URL of a million characters gets the error envelope", async () => {
  const port = await open({ maxHeaderSize: 16_384 });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = await send(port, `GET /v1/posts?q=${"a".repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 431 [\s\S]*Content-Type: application\/json\r\n[\s\S]*X-Request-Id: [0-9a-f-]{36}/);
  expect(JSON.parse(body).error).toEqual({ code: "invalid_request", message: expect.stringContaining("16,384 bytes") });
});

test("malformed and unfinished requests get the status codes that Node sends", async () => {
  const port = await open({ connectionsCheckingInterval: 20 });
  expect(await send(port, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  // Set only now: on a suspended machine the limit would expire before the first byte.
  Object.assign(server ?? {}, { requestTimeout: 100, headersTimeout: 100 });
  expect(await send(port, "GET / HTTP/1.1\r\nHost:")).toMatch(/^HTTP\/1\.1 408 /);
});
