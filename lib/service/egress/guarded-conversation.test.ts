import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { createReceivers, testGuardedFetch } from "./testing/receivers.ts";

const receivers = createReceivers();
const servers: { close: () => void }[] = [];
afterEach(() => {
  receivers.close();
  for (const server of servers.splice(0)) server.close();
});

/** Serves WebSockets; `answer` gives the messages that follow one of the client. */
async function serve(answer: (message: string) => string[], compress = false): Promise<string> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: compress });
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      for (const message of answer(String(data))) socket.send(message);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  servers.push({
    close() {
      for (const socket of sockets.clients) socket.terminate();
      http.close();
    },
  });
  return `127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const untilEnd = { next: (message: string) => ({ isOver: message === '"end"' }) };

test("a conversation sends its first message, answers as it decides, and returns all messages of the server", async () => {
  const at = await serve((message) => (message === "first" ? ['"who"'] : [`"${message}"`, '"end"']));
  const next = (message: string) => (message === '"who"' ? { say: ["me"] } : { isOver: message === '"end"' });
  const answer = await testGuardedFetch(`ws://${at}/`, { allow: [at], body: "first", conversation: { next } });
  expect(answer).toMatchObject({ status: 101, body: '["who","me","end"]', isCut: false });
});

test.each([
  "ws://127.0.0.1:9",
  "ws://10.0.0.1",
  "wss://127.0.0.1",
  "wss://[::1]:443",
  "wss://localhost",
  "ws://example.org",
])("%s is refused without a connection", async (url) => {
  expect(await testGuardedFetch(url, { conversation: untilEnd })).toEqual({
    problem: "refused",
    why: expect.stringMatching(/private|wss:\/\//u),
  });
});

test("a name that leads to a private address is refused", async () => {
  const names = { "relay.example": ["93.184.216.34", "127.0.0.1"] };
  expect(await testGuardedFetch("wss://relay.example", { names, conversation: untilEnd })).toMatchObject({
    problem: "refused",
    why: expect.stringContaining("leads to a private address"),
  });
});

test("a redirect is not followed", async () => {
  const inner = await serve(() => ['"end"']);
  const at = await receivers.serve((_request, response) => response.end());
  const redirecting = await receivers.serve((_request, response) => {
    response.writeHead(302, { location: `ws://${inner}/` }).end();
  });
  for (const address of [at, redirecting]) {
    expect(await testGuardedFetch(`ws://${address}/`, { allow: [address, inner], conversation: untilEnd })).toEqual({
      problem: "unsent",
      why: "The server didn't open a WebSocket.",
    });
  }
});

test.each([false, true])("more bytes than allowed are not read (compressed: %s)", async (compress) => {
  const at = await serve(() => [`"${"a".repeat(100_000)}"`, '"end"'], compress);
  const answer = await testGuardedFetch(`ws://${at}/`, { allow: [at], conversation: untilEnd, answerBytesMax: 10_000 });
  expect("body" in answer ? answer.isCut : answer.problem).toBe("unknown");
  const many = await serve(() => [...Array.from({ length: 100 }, () => `"${"a".repeat(1_000)}"`), '"end"'], compress);
  expect(
    await testGuardedFetch(`ws://${many}/`, { allow: [many], conversation: untilEnd, answerBytesMax: 10_000 }),
  ).toMatchObject({ isCut: true });
});

test("a server that says nothing is abandoned at the timeout, and its connection is closed", async () => {
  const closed = Promise.withResolvers<void>();
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (socket) => socket.on("close", () => closed.resolve()));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  servers.push(http);
  const at = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  expect(
    await testGuardedFetch(`ws://${at}/`, { allow: [at], conversation: untilEnd, timeoutMs: 1_000 }),
  ).toMatchObject({ problem: "timeout" });
  await closed.promise;
});
