import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below what systems lend to connections that go out (Linux from 32768, macOS and Windows from 49152): a port from
 * there would soon be lent to some other program while nobody listens on it.
 */
const lowest = 15_000;
const highest = 32_767;

/** A port of 127.0.0.1 on which nobody listens. @throws after 100 tries */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowest, highest);
    if (await mayListen(port)) return port;
  }
  throw new Error("Each of 100 ports was taken.");
}

function mayListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
