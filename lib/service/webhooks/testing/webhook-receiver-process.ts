import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";

// A receiver of webhooks as a program: `node webhook-receiver-process.ts`. It prints its port. Webhooks post to
// `/hook/<name>`; `/control/<name>` sets that endpoint's behavior and secret and returns the received messages.

export type ReceiverBehavior = "ok" | "error" | "hang" | "redirect" | "flood" | "reset" | "gone" | "slow";
export type ReceivedWebhook = {
  id: string;
  body: string;
  signatures: number;
  /** The reference library's verdict with this receiver's secret; null without a secret. */
  verified: boolean | null;
  answered: ReceiverBehavior;
};
type ReceiverEndpoint = {
  next: ReceiverBehavior[];
  always: ReceiverBehavior;
  secret: string | null;
  received: ReceivedWebhook[];
};

const hooks = new Map<string, ReceiverEndpoint>();
const hookOf = (name: string): ReceiverEndpoint => {
  const known = hooks.get(name) ?? { next: [], always: "ok", secret: null, received: [] };
  hooks.set(name, known);
  return known;
};

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function verify(hook: ReceiverEndpoint, body: string, headers: IncomingMessage["headers"]): boolean | null {
  if (hook.secret === null) return null;
  try {
    new Webhook(hook.secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

function pour(response: ServerResponse): void {
  response.writeHead(200, { "content-length": String(200 * 1024 * 1024) });
  const piece = Buffer.alloc(1024 * 1024, "x");
  let left = 200;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) return void response.once("drain", more);
    }
    response.end();
  };
  more();
}

const answers: Record<ReceiverBehavior, (response: ServerResponse) => unknown> = {
  ok: (response) => response.writeHead(204).end(),
  slow: async (response) => {
    await pause(200);
    response.writeHead(204).end();
  },
  error: (response) => response.writeHead(500).end("boom"),
  gone: (response) => response.writeHead(410).end(),
  hang: () => undefined,
  redirect: (response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
  flood: pour,
  reset: (response) => response.socket?.resetAndDestroy(),
};

const server = createServer(async (request, response) => {
  const [, area, name = ""] = (request.url ?? "").split("/");
  const hook = hookOf(name);
  const body = await readAll(request).catch(() => "");
  if (area === "control") {
    if (request.method === "PUT") Object.assign(hook, JSON.parse(body));
    response.setHeader("content-type", "application/json");
    return void response.end(JSON.stringify(hook));
  }
  const behaviour = hook.next.shift() ?? hook.always;
  hook.received.push({
    id: String(request.headers["webhook-id"]),
    body,
    signatures: String(request.headers["webhook-signature"]).split(" ").length,
    verified: verify(hook, body, request.headers),
    answered: behaviour,
  });
  await answers[behaviour](response);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
// Ends with the parent process, however that process ended.
process.stdin.resume().on("end", () => process.exit(0));
