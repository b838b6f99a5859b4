import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createReceivers, testGuardedFetch } from "./testing/receivers.ts";

const receivers = createReceivers();
const { serve, serveSocket } = receivers;
afterEach(receivers.close);

/**
 * A time that runs out when it is told to, and not before: one by the clock might have run out on a slow machine before the
 * request was sent.
 */
function holdTime(timeoutMs: number): { timeoutMs: number; runOut: () => void } {
  const real = globalThis.setTimeout;
  let runOut = () => {};
  const held = (done: () => void, ms?: number) => {
    if (ms === timeoutMs) runOut = done;
    return real(done, ms);
  };
  const spied = vi.spyOn(globalThis, "setTimeout").mockImplementation(held as typeof setTimeout);
  onTestFinished(() => spied.mockRestore());
  return { timeoutMs, runOut: () => runOut() };
}

describe("a misbehaving receiver", () => {
  test("an answer of 200 MB is read only up to 64 KB", async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const at = await serveSocket((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 209715200\r\n\r\n");
        const piece = Buffer.alloc(65_536, "x");
        const pour = () => {
          while (written < 209_715_200 && !socket.destroyed) {
            written += piece.length;
            if (!socket.write(piece)) return void socket.once("drain", pour);
          }
        };
        pour();
      });
      socket.on("close", () => closed.resolve());
    });
    const answer = await testGuardedFetch(`http://${at}/`, { allow: [at] });
    expect(answer).toMatchObject({ status: 200, isCut: true });
    expect("body" in answer && answer.body.length).toBe(65_536);
    await closed.promise;
    // What the sockets of both sides hold, and no more.
    expect(written).toBeLessThan(20_000_000);
  });

  test("a gzip bomb is returned as the few bytes that were sent", async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    const at = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const answer = await testGuardedFetch(`http://${at}/`, { allow: [at] });
    expect("body" in answer && answer.body.length <= 65_536).toBe(true);
  });

  test("a receiver that never answers is abandoned at the timeout", async () => {
    const { timeoutMs, runOut } = holdTime(60_001);
    const at = await serveSocket((socket) => socket.once("data", runOut));
    expect(await testGuardedFetch(`http://${at}/`, { allow: [at], timeoutMs })).toEqual({
      problem: "timeout",
      why: expect.stringContaining("got the request"),
    });
  });

  test("a receiver that never answers is abandoned at once when the caller cancels", async () => {
    const caller = new AbortController();
    const at = await serveSocket((socket) => socket.once("data", () => caller.abort()));
    // The time-out is longer than this test may run.
    expect(
      await testGuardedFetch(`http://${at}/`, { allow: [at], timeoutMs: 60_000, signal: caller.signal }),
    ).toMatchObject({
      problem: "unknown",
    });
  });

  test("a receiver that sends its answer byte by byte is abandoned at the timeout", async () => {
    const { timeoutMs, runOut } = holdTime(60_001);
    const at = await serve((_request, response) => {
      let bytes = 0;
      const drip = setInterval(() => {
        response.write("a");
        bytes += 1;
        if (bytes === 10) runOut();
      }, 20);
      response.on("close", () => clearInterval(drip));
    });
    expect(await testGuardedFetch(`http://${at}/`, { allow: [at], timeoutMs })).toMatchObject({ problem: "timeout" });
  });

  test.each([
    [
      "resetting the connection after the request",
      (socket: Socket) => socket.once("data", () => socket.resetAndDestroy()),
    ],
    ["closing the connection without an answer", (socket: Socket) => socket.once("data", () => socket.end())],
    ["speaking another protocol", (socket: Socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.6\r\n"))],
    [
      "sending 40 KB of headers",
      (socket: Socket) => socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(40_000)}\r\n\r\n`)),
    ],
  ])("a receiver failing by %s may have received the request: unknown", async (_name, misbehave) => {
    const at = await serveSocket(misbehave);
    expect(await testGuardedFetch(`http://${at}/`, { allow: [at] })).toMatchObject({ problem: "unknown" });
  });

  test("a receiver that is absent or speaks no TLS received nothing: unsent", async () => {
    expect(await testGuardedFetch("https://nobody.example.org/")).toMatchObject({
      problem: "unsent",
      why: "The host name is unknown. Check the address.",
    });
    const gone = await serve(() => undefined);
    receivers.close();
    expect(await testGuardedFetch(`http://${gone}/`, { allow: [gone] })).toMatchObject({
      problem: "unsent",
      why: expect.stringContaining("refused"),
    });
    const plain = await serve((_request, response) => response.end("plain"));
    expect(await testGuardedFetch(`https://${plain}/`, { allow: [plain] })).toMatchObject({ problem: "unsent" });
    const silent = await serveSocket(() => undefined);
    expect(await testGuardedFetch(`https://${silent}/`, { allow: [silent], timeoutMs: 150 })).toMatchObject({
      problem: "unsent",
    });
  });
});
