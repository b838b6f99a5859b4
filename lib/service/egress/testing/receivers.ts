import type { LookupAddress } from "node:dns";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { createGuardedFetch, type OutboundRequest } from "#lib/service/egress/guarded-fetch.ts";

/** Receivers on loopback, each of which behaves as a test has it; `serve` and `serveSocket` give its `host:port`. */
export function createReceivers() {
  const servers: { close: () => void }[] = [];

  async function listen(server: Server, sockets = new Set<Socket>()): Promise<string> {
    server.on("connection", (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push({
      close() {
        server.close();
        for (const socket of sockets) socket.destroy();
      },
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  return {
    serve: (listener: RequestListener) => listen(createServer(listener)),
    serveSocket: (onSocket: (socket: Socket) => void) =>
      listen(createSocketServer((socket) => onSocket(socket.on("error", () => undefined)))),
    /** None of them is there any more. */
    close() {
      for (const server of servers.splice(0)) server.close();
    },
  };
}

/** Of who is not to run out of time, also on a machine that stands still for seconds. */
const usualMs = 15_000;

export type TestFetchOptions = Partial<OutboundRequest> & { allow?: string[]; names?: Record<string, string[]> };

/** One guarded request; `names` are all that the name server knows. */
export function testGuardedFetch(url: string, { allow = [], names = {}, ...rest }: TestFetchOptions = {}) {
  const guardedFetch = createGuardedFetch({
    allow: new Set(allow),
    resolve: (hostname, _options, done) => {
      const found = (names[hostname] ?? []).map(
        (address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }),
      );
      done(found.length > 0 ? null : Object.assign(new Error("unknown name"), { code: "ENOTFOUND" }), found);
    },
  });
  return guardedFetch({ url, method: "POST", body: "{}", timeoutMs: usualMs, ...rest });
}
