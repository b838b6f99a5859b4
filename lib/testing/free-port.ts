import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems assign to outgoing connections (Linux from 32768, macOS and Windows from 49152): such a
 * port could soon go to another program while nobody listens on it.
 */
const lowest = 15_000;
const highest = 32_767;
/** Number of ports that belong to the process that listens on the first of them. */
const blockSize = 64;
const blockCount = Math.floor((highest - lowest) / blockSize);

let left: number[] = [];

/**
 * Finds a port of 127.0.0.1 on which nobody listens, and that no other test process gets while this one lives: a server
 * that is killed finds its port free when it restarts. The system holds and frees the block, even for a killed process.
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

/**
 * Tries to listen on a port; `keep` holds it for the life of this process.
 * @returns true if listening worked
 */
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
