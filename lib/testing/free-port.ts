import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below what systems lend to connections that go out (Linux from 32768, macOS and Windows from 49152): a port from
 * there would soon be lent to some other program while nobody listens on it.
 */
const lowest = 15_000;
const highest = 32_767;
/** So many ports belong to the process that listens on the first of them. */
const blockSize = 64;
const blockCount = Math.floor((highest - lowest) / blockSize);

let left: number[] = [];

/**
 * A port of 127.0.0.1 on which nobody listens, and which no other process of the tests is given while this one lives:
 * a server that is killed finds its port free when it comes back. The system holds and frees the block, also of a
 * process that was killed.
 * @throws when no block of ports is left
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    if (left.length === 0) left = await reservePortBlock();
    const port = left.shift();
    if (port !== undefined && (await canListenOn(port, "let go"))) return port;
  }
}

async function reservePortBlock(): Promise<number[]> {
  const from = randomInt(blockCount);
  for (let tries = 0; tries < blockCount; tries += 1) {
    const first = lowest + ((from + tries) % blockCount) * blockSize;
    if (await canListenOn(first, "keep")) return Array.from({ length: blockSize - 1 }, (_, at) => first + 1 + at);
  }
  throw new Error("Each block of ports belongs to a process that runs.");
}

/** @returns whether it could be listened on; `keep` goes on with it for the life of this process. */
function canListenOn(port: number, then: "keep" | "let go"): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => {
      if (then === "let go") return server.close(() => resolve(true));
      server.unref();
      return resolve(true);
    });
  });
}
