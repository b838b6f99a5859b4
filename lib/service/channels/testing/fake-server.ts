import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createSocketAcceptor, type FakeSockets } from "./fake-sockets.ts";
import { parseMultipart } from "./parse-multipart.ts";
import type { PeerItem, PeerMode, PeerRequest } from "./peer-process.ts";
import { checkRequest } from "./strict-body.ts";

/** A request as a route of a fake receives it. */
export type FakeRequest = {
  method: string;
  path: string;
  /** The values of `:name` in the route. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The body as JSON or as a form without files; undefined if it is neither. */
  // A fake validates its input itself, so the input may be anything.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  json: any;
  /** A multipart or urlencoded form. */
  form: () => Promise<FormData>;
  /** The fake's own mode for this request, which the common code does not know. */
  mode: PeerMode | null;
  /** Marks the request as one that changed something, whatever its answer. */
  commit: () => void;
  /** By the peer's clock, ms. */
  now: () => number;
  /** The state of the WebSocket that the message came on; undefined for a request of HTTP. */
  state?: unknown;
};

/** An answer; `json` wins over `text`, and `text` over `bytes`. */
export type FakeAnswer = {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: Uint8Array;
};

/** A place that takes an answer: a request of HTTP, or a WebSocket with one of its messages. */
type FakeReply = {
  write: (answer: FakeAnswer) => void;
  /** Sends half of the answer, then closes. */
  cut: (answer: FakeAnswer) => void;
  destroy: () => void;
  isGone: () => boolean;
};

export type FakeRoutes = Readonly<Record<string, (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>>>;

export type FakeServer = {
  /** Routes by `METHOD /path/:param`. */
  routes: FakeRoutes;
  /** Handles requests without a route; 404 by default. Their route is `METHOD /path` as requested. */
  otherwise?: FakeRoutes[string];
  /** Set where the fake takes WebSockets too; a handshake has the route `UPGRADE /`. */
  sockets?: FakeSockets;
  /** More data for the first line that it prints. */
  said?: Record<string, unknown>;
  /** Returns the items that exist, hidden ones included; independent of every answer. */
  items: () => PeerItem[];
  /** Creates the platform's rate limit answer; `seconds` null: without a time. */
  limited: (seconds: number | null, now: number) => FakeAnswer;
  /** Commands for tests: `peer.command(name, input)`. */
  // biome-ignore lint/suspicious/noExplicitAny: each command knows its own input
  commands?: Readonly<Record<string, (input: any) => unknown>>;
};

/** The common state of fakes: the clock, and the delay of lists, ms (mode `lag`). */
export type FakeWorld = { now: () => number; lagMs: () => number };

type Rule = { mode: PeerMode; left: number; skip: number };

/**
 * Serves a fake on loopback and prints its port. The common modes follow; others go to the route as `mode`. `ok`
 * (forgets all modes, or those of `on`) · `slow` (`ms`, then as usual, unless the client has gone) · `reset-before`,
 * `reset-after` (the socket closes without an answer, the work not done or done) · `5xx-before`, `5xx-after` (`status`,
 * 502) · `silent-after` (done, no answer for `ms`, then the socket closes) · `body-cut` (done, half an answer) ·
 * `garbage` (done, an answer that is no JSON) · `429` (`seconds`; none without) · `lag` (`ms`) · `answer` (not done;
 * `status`, `headers`, `json` as given) · `proxy-page` (not done; `status`, 403, with a page of a firewall in between) ·
 * `held` (the socket closes, and the work is done at the next `release`).
 */
export async function startFakeServer(make: (world: FakeWorld) => FakeServer | Promise<FakeServer>): Promise<void> {
  const input = JSON.parse(process.argv[2] ?? "{}");
  const rules: Rule[] = [];
  const log: PeerRequest[] = [];
  const held: (() => Promise<unknown>)[] = [];
  let aheadMs = 0;
  let lagMs = 0;
  const now = () => Date.now() + aheadMs;
  const fake = await make({ now, lagMs: () => lagMs });
  const routes = Object.entries(fake.routes).map(([route, handle]) => ({ route, handle, match: patternOf(route) }));

  function control(mode: PeerMode): void {
    if (mode.mode === "ok") {
      lagMs = 0;
      rules.splice(0, rules.length, ...rules.filter((rule) => mode.on !== undefined && rule.mode.on !== mode.on));
    } else if (mode.mode === "lag") {
      lagMs = mode.ms ?? 0;
    } else {
      const left = mode.times === "always" ? Number.POSITIVE_INFINITY : (mode.times ?? 1);
      rules.push({ mode, left, skip: mode.after ?? 0 });
    }
  }

  /** Returns the first rule for this route with uses left; a rule that lets requests pass first counts this one. */
  function ruleFor(route: string): PeerMode | null {
    for (const rule of rules) {
      if (rule.left <= 0 || (rule.mode.on !== undefined && rule.mode.on !== route)) continue;
      if (rule.skip > 0) {
        rule.skip -= 1;
        continue;
      }
      rule.left -= 1;
      return rule.mode;
    }
    return null;
  }

  const nextAheadMs = (set: { aheadMs?: number; passedMs?: number }) => set.aheadMs ?? aheadMs + (set.passedMs ?? 0);

  async function ownAnswer(method: string, path: string, json: unknown): Promise<FakeAnswer | null> {
    if (method === "GET" && path === "/__log") return { status: 200, json: log };
    if (method === "GET" && path === "/__items") return { status: 200, json: fake.items() };
    if (method !== "POST") return null;
    if (path === "/__control" && (json as PeerMode).mode === "release") {
      for (const work of held.splice(0)) await work();
    } else if (path === "/__control") control(json as PeerMode);
    else if (path === "/__clock") aheadMs = nextAheadMs(json as { aheadMs?: number; passedMs?: number });
    else if (path.startsWith("/__do/")) {
      const command = fake.commands?.[path.slice("/__do/".length)];
      return command ? { status: 200, json: (await command(json)) ?? null } : { status: 404, text: "no such command" };
    } else return null;
    return { status: 200, json: {} };
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const url = new URL(incoming.url ?? "/", "http://fake");
    const method = incoming.method ?? "GET";
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const json = readJson(body, headers["content-type"] ?? "");
    const own = url.pathname.startsWith("/__") ? await ownAnswer(method, url.pathname, json) : null;
    if (own) return write(response, own);
    await respond({ method, url, headers, body, json }, toReply(response));
  }

  type Received = Pick<FakeRequest, "method" | "headers" | "body" | "json" | "state"> & { url: URL };

  async function respond({ method, url, headers, body, json, state }: Received, reply: FakeReply): Promise<void> {
    const found = routes.find(({ match }) => match.test(`${method} ${url.pathname}`));
    const route = found?.route ?? `${method} ${url.pathname}`;
    const mode = ruleFor(route);
    const entry: PeerRequest = {
      route,
      path: `${url.pathname}${url.search}`,
      headers,
      body: body.toString("utf8", 0, 65_536),
      bodyHash: createHash("sha256").update(body).digest("hex"),
      mode: mode?.mode ?? null,
      committed: false,
      status: null,
      at: now(),
    };
    log.push(entry);
    const request: FakeRequest = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body,
      json,
      now,
      state,
      params: match(found?.match, `${method} ${url.pathname}`),
      form: async () => formOf(headers["content-type"] ?? "", body),
      mode: mode && !coreModes.has(mode.mode) ? mode : null,
      commit: () => {
        entry.committed = true;
      },
    };
    const handle = found?.handle ?? fake.otherwise ?? (() => ({ status: 404, json: { error: "Not found" } }));
    // Telegram answers a form that breaks RFC 2046 with 400 and no body (tdlib td, tdnet/td/net/HttpReader.cpp).
    const isForm = (headers["content-type"] ?? "").startsWith("multipart/");
    // A request that breaks an RFC fails its test, whatever this platform would make of it.
    if (!isForm) checkRequest({ "content-type": headers["content-type"] ?? "application/octet-stream" }, body);
    const work = async () =>
      isForm && !isReadable(headers["content-type"] ?? "", body) ? { status: 400, text: "" } : await handle(request);
    await answer(reply, mode, entry, work);
  }

  async function answer(
    reply: FakeReply,
    mode: PeerMode | null,
    entry: PeerRequest,
    work: () => Promise<FakeAnswer>,
  ): Promise<void> {
    const say = (one: FakeAnswer) => {
      entry.status = one.status;
      reply.write(one);
    };
    switch (mode?.mode) {
      case "reset-before":
        return reply.destroy();
      case "held":
        held.push(work);
        return reply.destroy();
      case "reset-after":
        await work();
        return reply.destroy();
      case "silent-after":
        await work();
        await pause(mode.ms ?? 60_000, undefined, { ref: false });
        return reply.destroy();
      case "5xx-before":
        return say(broken(mode));
      case "5xx-after":
        await work();
        return say(broken(mode));
      case "answer":
        return say({ status: mode.status ?? 400, headers: mode.headers ?? {}, json: mode.json ?? {} });
      case "proxy-page":
        return say(createProxyPage(mode));
      case "429":
        return say(fake.limited(mode.seconds ?? null, now()));
      case "garbage":
        return say({
          status: (await work()).status,
          headers: { "content-type": "text/html" },
          text: "<html>Hello</html>",
        });
      case "body-cut":
        return reply.cut(await work());
      case "slow":
        await pause(mode.ms ?? 1_500);
        // If this process stalled meanwhile, the news that the client has gone arrives after the timer.
        await pause(20);
        if (reply.isGone()) return;
        return say(await work());
      default:
        return say(await work());
    }
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error) =>
      write(response, { status: 599, text: `the fake broke: ${error?.stack}` }),
    );
  });
  if (fake.sockets) {
    const accept = createSocketAcceptor({
      sockets: fake.sockets,
      refusal() {
        const mode = ruleFor("UPGRADE /");
        return mode && (mode.mode === "proxy-page" ? createProxyPage(mode) : broken(mode));
      },
      serve: ({ text, word, json, state }, reply) => {
        const body = Buffer.from(text);
        const headers = { "content-type": "application/json" };
        return respond({ method: word, url: new URL("/", "http://fake"), headers, body, json, state }, reply);
      },
    });
    server.on("upgrade", accept);
  }
  server.listen(input.port ?? 0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : null;
    process.stdout.write(`${JSON.stringify({ ...fake.said, port })}\n`);
  });
  process.stdin.resume().once("end", () => process.exit(0));
}

const coreModes: ReadonlySet<string> = new Set([
  ...[
    "slow",
    "held",
    "silent-after",
    "reset-before",
    "reset-after",
    "5xx-before",
    "5xx-after",
    "body-cut",
    "garbage",
    "429",
    "answer",
    "proxy-page",
  ],
]);

/** Creates a gateway's error page as in front of many platforms: no JSON. */
const broken = (mode: PeerMode): FakeAnswer => ({
  status: mode.status ?? 502,
  headers: { "content-type": "text/html" },
  text: "<html><h1>Bad Gateway</h1></html>",
});

/** Creates Cloudflare's answer to a client that it blocks, which the platform never sees (discord-api-docs #4908). */
const createProxyPage = (mode: PeerMode): FakeAnswer => ({
  status: mode.status ?? 403,
  headers: { "content-type": "text/plain; charset=UTF-8" },
  text: "error code: 1010",
});

function patternOf(route: string): RegExp {
  const escaped = route.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/:([a-zA-Z]+)/g, "(?<$1>[^/]+)")}$`);
}

function match(pattern: RegExp | undefined, text: string): Record<string, string> {
  const groups = pattern?.exec(text)?.groups ?? {};
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function readJson(body: Buffer, type: string): unknown {
  const text = body.toString("utf8");
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isReadable(type: string, body: Buffer): boolean {
  try {
    parseMultipart(type, body);
    return true;
  } catch {
    return false;
  }
}

/** @throws for a form that breaks RFC 2046; the common code has answered such a request already */
function formOf(type: string, body: Buffer): FormData {
  const form = new FormData();
  for (const { name, fileName, mime, bytes } of parseMultipart(type, body)) {
    if (fileName === null) form.append(name, bytes.toString());
    else form.append(name, new File([new Uint8Array(bytes)], fileName, { type: mime ?? "" }));
  }
  return form;
}

function bytesOf(one: FakeAnswer): { bytes: Buffer; headers: Record<string, string> } {
  const isJson = one.json !== undefined;
  const bytes =
    one.bytes && !isJson ? Buffer.from(one.bytes) : Buffer.from(isJson ? JSON.stringify(one.json) : (one.text ?? ""));
  return { bytes, headers: { "content-type": isJson ? "application/json" : "text/plain", ...one.headers } };
}

const toReply = (response: ServerResponse): FakeReply => ({
  write: (one) => write(response, one),
  cut: (one) => cut(response, one),
  destroy: () => void response.socket?.destroy(),
  isGone: () => response.socket?.destroyed ?? true,
});

function write(response: ServerResponse, one: FakeAnswer): void {
  const { bytes, headers } = bytesOf(one);
  // 204 and 304 have no body (RFC 9110 §15.3.5).
  if (one.status === 204) response.writeHead(204, one.headers).end();
  else response.writeHead(one.status, { ...headers, "content-length": String(bytes.length) }).end(bytes);
}

function cut(response: ServerResponse, one: FakeAnswer): void {
  const { bytes, headers } = bytesOf(one);
  response.writeHead(one.status, { ...headers, "content-length": String(bytes.length + 1) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}
