import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getThrottleKey } from "#lib/address-throttle.ts";

export type ConnectionLimits = {
  /** Connections in all. */
  max: number;
  /** Connections of one address; null where all of them come from a proxy. */
  perAddress: number | null;
  /** Milliseconds after which a connection is closed whose client takes nothing of the answer that waits for it. */
  stalledMs: number;
};

type ConnectionState = { key: string; answers: number };

/**
 * Keeps room for new connections: where there are too many, in all or from one address, the one that has been idle for
 * longest is closed, and the new one only where none is idle. Closes connections whose clients stop reading.
 */
export function limitConnections(server: Server, { max, perAddress, stalledMs }: ConnectionLimits): void {
  const all = new Map<Socket, ConnectionState>();
  /** Those that answer nothing now, the longest idle first. */
  const idle = new Set<Socket>();
  const byKey = new Map<string, Set<Socket>>();

  function remove(socket: Socket, state: ConnectionState): void {
    all.delete(socket);
    idle.delete(socket);
    const same = byKey.get(state.key);
    same?.delete(socket);
    if (same?.size === 0) byKey.delete(state.key);
  }

  /** Closes the longest idle one of `among`, or else the new one. */
  function makeRoom(among: Iterable<Socket>, added: Socket): void {
    for (const socket of among) {
      if (socket === added || !idle.has(socket)) continue;
      remove(socket, all.get(socket) as ConnectionState);
      return void socket.destroy();
    }
    remove(added, all.get(added) as ConnectionState);
    added.destroy();
  }

  server.on("connection", (socket: Socket) => {
    const state: ConnectionState = { key: getThrottleKey(socket.remoteAddress ?? ""), answers: 0 };
    const same = byKey.get(state.key) ?? new Set();
    byKey.set(state.key, same.add(socket));
    all.set(socket, state);
    idle.add(socket);
    socket.once("close", () => remove(socket, state));
    if (perAddress !== null && same.size > perAddress) makeRoom(same, socket);
    if (all.size > max) makeRoom(idle, socket);
  });

  // Before any listener of requests, which may answer at once.
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const state = all.get(socket);
    if (!state) return;
    state.answers += 1;
    idle.delete(socket);
    response.once("close", () => {
      state.answers -= 1;
      if (state.answers > 0 || !all.has(socket)) return;
      idle.add(socket);
      // A set keeps its order: the last to become idle comes last here too.
      const same = byKey.get(state.key);
      same?.delete(socket);
      same?.add(socket);
    });
  });

  // Fires after so long without a byte in or out. An answer that is still being worked on may take its time.
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0 || !all.get(socket)?.answers) socket.destroy();
  });
}
