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

await startFakeServer(() => ({
  routes: {},
  async otherwise({ method, path, query, headers, body, commit }) {
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
