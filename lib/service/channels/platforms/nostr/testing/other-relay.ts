import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";

/** A relay of `@nostr-relay/core` on loopback, in a process of its own. Its events are in memory; we wrote the storage alone. */
const folder = path.resolve(import.meta.dirname, "../../../../../../.ci/nostr/node_modules");
await installPackagesOnce(path.dirname(folder));
const load = async (file: string) => await import(pathToFileURL(path.join(folder, file)).href);
const { NostrRelay } = (await load("@nostr-relay/core/dist/index.js")).default;
const { EventRepository, EventUtils, LogLevel } = (await load("@nostr-relay/common/dist/index.js")).default;
const { Validator } = (await load("@nostr-relay/validator/dist/index.js")).default;
const { WebSocketServer } = await load("../../../node_modules/ws/wrapper.mjs");

type Event = { id: string; kind: number; pubkey: string; created_at: number; tags: string[][] };
type Filter = { limit?: number };

class MemoryRepository extends EventRepository {
  #events = new Map<string, Event>();
  isSearchSupported() {
    return false;
  }
  upsert(event: Event) {
    const isDuplicate = this.#events.has(event.id);
    this.#events.set(event.id, event);
    return { isDuplicate };
  }
  find(filter: Filter): Event[] {
    const found = [...this.#events.values()].filter((event) => EventUtils.isMatchingFilter(event, filter));
    return found.toSorted((a, b) => b.created_at - a.created_at).slice(0, filter.limit ?? 100);
  }
  async deleteByDeletionRequest({ pubkey, tags }: Event): Promise<void> {
    for (const [name, id = ""] of tags) {
      if (name === "e" && this.#events.get(id)?.pubkey === pubkey) this.#events.delete(id);
    }
  }
  async destroy(): Promise<void> {}
}

const relay = new NostrRelay(new MemoryRepository(), { hostname: "127.0.0.1", logLevel: LogLevel.ERROR });
const validator = new Validator();
const server = createServer();
const sockets = new WebSocketServer({ server });
sockets.on(
  "connection",
  (socket: { on: (name: string, done: (data: Buffer) => void) => void; send: (text: string) => void }) => {
    relay.handleConnection(socket, "127.0.0.1");
    const handle = async (data: Buffer) =>
      await relay.handleMessage(socket, await validator.validateIncomingMessage(data));
    socket.on("message", (data) => {
      handle(data).catch((error: Error) => socket.send(JSON.stringify(["NOTICE", error.message])));
    });
    socket.on("close", () => relay.handleDisconnect(socket));
  },
);
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
process.stdin.resume().once("end", () => process.exit(0));
