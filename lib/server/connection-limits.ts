import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getThrottleKey } from "#lib/address-throttle.ts";

export type ConnectionLimits = {
  /** Maximum of all connections. */
  max: number;
  /** Maximum connections of one address; null if all come from a proxy. */
  perAddress: number | null;
  /** Milliseconds until a connection closes whose client reads nothing of a waiting answer. */
  stalledMs: number;
};

type ConnectionState = { key: string; answers: number };

/**
 * Limits the connections of a server, in total and per address. At a limit, the connection that has been idle longest
 * is closed; the new one only if none is idle. Connections whose clients stop reading are closed too.
 */
export function limitConnections(server: Server, { max, perAddress, stalledMs }: ConnectionLimits): void {
  const all = new Map<Socket, ConnectionState>();
  /** Connections without a running answer, the longest idle first. */
  const idle = new Set<Socket>();
  const byKey = new Map<string, Set<Socket>>();

  function remove(socket: Socket, state: ConnectionState): void {
    all.delete(socket);
    idle.delete(socket);
    const same = byKey.get(state.key);
    same?.delete(socket);
    if (same?.size === 0) byKey.delete(state.key);
  }

  /** Closes the longest idle connection of `among`, or else the new one. */
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

  // Prepended, because a request listener may answer at once.
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const state = all.get(socket);
    if (!state) return;
    state.answers += 1;
    idle.delete(socket);
    response.once("close", () => {
      state.answers -= 1;
      if (state.answers > 0 || !all.has(socket)) return;
      idle.add(socket);
      // A set keeps insertion order: delete and add moves the newest idle connection to the end.
      const same = byKey.get(state.key);
      same?.delete(socket);
      same?.add(socket);
    });
  });

  // Fires after this long without a byte in either direction. An answer that is still being computed may take longer.
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0 || !all.get(socket)?.answers) socket.destroy();
  });
}
