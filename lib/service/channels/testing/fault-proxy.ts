import { startFakeServer } from "./fake-server.ts";

/**
 * Runs a proxy in front of a real server, as a process of its own, with all faults of the fakes, each for one path:
 * `on` is `POST /path`. `target` is the server's base address; for a server that must know the proxy's address before
 * it starts, the command `target` sets it later. Completed work of the server counts as committed.
 */
let { target } = JSON.parse(process.argv[2] ?? "{}") as { target: string };

/** Headers of one connection, or without meaning once the body has been read. */
const ofConnection = ["connection", "host", "keep-alive", "transfer-encoding", "content-length", "content-encoding"];

function without(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !ofConnection.includes(name)));
}

function parseList(text: string): unknown[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}

/** Sends one message to a relay of Nostr, and returns its messages until the one that ends the answer. */
function converse(relay: URL, message: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const messages: unknown[] = [];
    const socket = new WebSocket(relay);
    socket.addEventListener("open", () => socket.send(message));
    socket.addEventListener("error", () => reject(new Error("The relay can't be reached.")));
    socket.addEventListener("close", () => reject(new Error("The relay closed the connection.")));
    socket.addEventListener("message", ({ data }) => {
      const received = parseList(String(data));
      // A page of a firewall in between is no message of the relay.
      if (received === null) return reject(new Error("The relay sent no message."));
      messages.push(received);
      if (!["OK", "EOSE", "CLOSED"].includes(String(received[0]))) return;
      resolve(messages);
      socket.close();
    });
  });
}

await startFakeServer(() => ({
  routes: {},
  // A message of a WebSocket is a request too: the server gets it on a connection of its own.
  sockets: { open: () => ({ state: null, say: [] }) },
  async otherwise({ method, path, query, headers, body, commit, state }) {
    if (state !== undefined) {
      const messages = await converse(new URL(path, target.replace(/^http/u, "ws")), body.toString());
      if (method === "EVENT") commit();
      return { status: 200, json: messages };
    }
    const asked = query.size > 0 ? `?${query}` : "";
    const answer = await fetch(`${target}${path}${asked}`, {
      // Addresses that the server creates lead back through this proxy.
      headers: { ...without(Object.entries(headers)), "x-forwarded-host": headers["host"] ?? "" },
      method,
      redirect: "manual",
      ...(method !== "GET" && method !== "HEAD" && { body: new Uint8Array(body) }),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (method !== "GET" && answer.ok) commit();
    return { status: answer.status, headers: without(answer.headers), bytes };
  },
  commands: {
    target({ url }: { url: string }) {
      target = url;
      return {};
    },
  },
  items: () => [],
  limited: () => ({ status: 429 }),
}));
