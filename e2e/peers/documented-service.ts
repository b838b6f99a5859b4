import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * A third-party publishing service in its own process: the eight documented endpoints and nothing more. It names its
 * list parameters its own way, has an unknown platform and an unknown role, and sends extra fields. Start it as `node
 * documented-service.ts PORT KEY`. It prints one line with its address when it listens, then one for each request:
 * method, path, query, and the names in a JSON body. The document names no first state of a post: here it is
 * `scheduled`, without a time. The platform refuses a text with [fail]. A message from the parent sets the faults of
 * the next requests; it is sent back once it takes effect.
 */
const [port = "0", key = ""] = process.argv.slice(2);
const platforms = ["x", "pigeon"];
const channels = platforms.map((platform) => ({
  id: `conn_${platform}`,
  platform,
  name: `Outside ${platform}`,
  username: `outside_${platform}`,
  verified: platform === "pigeon",
  followers: 12,
}));

/** The faulty answer to the next create, after its posts are stored; null for a correct one. */
type FaultyAnswer = "500" | "500 own code" | "502 page" | "503" | "504" | "cut" | "unreadable" | "slow" | null;
export type DocumentedServiceBehaviour = { create: FaultyAnswer };
let behavior: DocumentedServiceBehaviour = { create: null };
process.on("message", (next: DocumentedServiceBehaviour) => {
  behavior = next;
  process.send?.(next);
});
/** Delay in ms of a slow create before anything is stored. */
const slowMs = 3_000;

type Post = {
  id: string;
  status: string;
  channel: string | null;
  posts: { text: string }[];
  scheduled_for: string | null;
  published_urls: string[];
  error: string | null;
  created_at: string;
  updated_at: string;
  mood: string;
};
const posts: Post[] = [];

const send = (response: ServerResponse, status: number, body: unknown, type = "application/json") => {
  response.writeHead(status, { "content-type": type });
  response.end(body instanceof Buffer ? body : JSON.stringify(body));
};
const refuse = (response: ServerResponse, status: number, code: string, message: string) =>
  send(response, status, { error: { code, message } });

const call = (request: IncomingMessage) => `${request.method} ${request.url}`;

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function publish(post: Post): void {
  const isRefused = post.posts.some(({ text }) => text.includes("[fail]"));
  post.status = isRefused ? "failed" : "published";
  post.error = isRefused ? "The platform said no." : null;
  post.published_urls = isRefused ? [] : [`https://${post.channel}.invalid/${post.id}`];
  post.updated_at = new Date().toISOString();
}

async function createPosts(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = JSON.parse(String(await bytesOf(request))) as Record<string, unknown>;
  process.stdout.write(`${call(request)} ${Object.keys(asked).sort().join()}\n`);
  const parts = (asked["thread"] as string[] | undefined) ?? (typeof asked["text"] === "string" ? [asked["text"]] : []);
  if (parts.length === 0) return refuse(response, 400, "invalid_request", "Provide text or a thread.");
  const bad = behavior.create;
  behavior = { create: null };
  if (bad === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs));
  const made = (asked["channels"] as string[]).map((id) => {
    const at = new Date().toISOString();
    const later = typeof asked["scheduled_for"] === "string" ? asked["scheduled_for"] : null;
    const post: Post = {
      id: `post_${randomUUID()}`,
      status: asked["draft"] === true ? "draft" : "scheduled",
      channel: channels.find((channel) => channel.id === id)?.platform ?? null,
      posts: parts.map((text) => ({ text })),
      scheduled_for: asked["draft"] === true ? null : later,
      published_urls: [],
      error: null,
      created_at: at,
      updated_at: at,
      mood: "calm",
    };
    if (post.status === "scheduled" && !later) setTimeout(() => publish(post), 300);
    return post;
  });
  posts.unshift(...made);
  if (bad && bad !== "slow") return badAnswers[bad](response);
  send(response, 201, { data: made });
}

const page = (title: string) => Buffer.from(`<h1>${title}</h1>`);
const badAnswers: Record<Exclude<FaultyAnswer, "slow" | null>, (response: ServerResponse) => void> = {
  "500": (response) => refuse(response, 500, "internal_error", "Broken"),
  "500 own code": (response) => refuse(response, 500, "index_failed", "Index write failed"),
  "502 page": (response) => send(response, 502, page("Bad gateway"), "text/html"),
  "503": (response) => refuse(response, 503, "unavailable", "Busy"),
  "504": (response) => send(response, 504, page("Gateway timeout"), "text/html"),
  cut: (response) => response.destroy(),
  unreadable: (response) => send(response, 201, { result: "fine" }),
};

const listNames = new Set(["state", "page_size", "skip"]);

function listPosts(url: URL, response: ServerResponse): void {
  const foreign = [...url.searchParams.keys()].find((name) => !listNames.has(name));
  if (foreign) {
    refuse(response, 400, "invalid_request", `Unknown parameter ${foreign}`);
    return;
  }
  const state = url.searchParams.get("state");
  const size = Number(url.searchParams.get("page_size") ?? 10);
  const skip = Number(url.searchParams.get("skip") ?? 0);
  const all = posts.filter((post) => !state || post.status === state);
  send(response, 200, {
    data: all.slice(skip, skip + size),
    pagination: { limit: size, offset: skip, total: all.length },
  });
}

function onePost(method: string, id: string, response: ServerResponse): void {
  const found = posts.findIndex((post) => post.id === id);
  const post = posts[found];
  if (!post) {
    refuse(response, 404, "not_found", "Post not found");
  } else if (method === "GET") {
    send(response, 200, { data: post });
  } else {
    posts.splice(found, 1);
    send(response, 200, { data: { id, deleted: true } });
  }
}

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const server = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url ?? "/", "http://service");
    if (url.pathname === "/picture.png") return send(response, 200, picture, "image/png");
    const given = request.headers.authorization?.replace(/^Bearer /, "") ?? request.headers["x-api-key"];
    if (given !== key) return refuse(response, 401, "unauthorized", "Invalid API key");
    const asked = `${request.method} ${url.pathname}`;
    if (asked !== "POST /v1/posts") process.stdout.write(`${call(request)}\n`);
    if (asked === "GET /v1/me") {
      const membership = {
        id: "m_1",
        role: "overlord",
        name: "Robin Outside",
        email: "robin@outside.invalid",
        shoe: 42,
      };
      const scopes = ["everything:do", "posts:write"];
      return send(response, 200, {
        data: { org: { id: "o_1", name: "Outside", slug: "outside" }, membership, scopes },
      });
    }
    if (asked === "GET /v1/channels") return send(response, 200, { data: channels });
    if (asked === "POST /v1/media") {
      await bytesOf(request);
      const address = server.address();
      const at = typeof address === "object" && address ? address.port : 0;
      return send(response, 200, {
        data: { id: `img_${randomUUID()}`, type: "image", url: `http://127.0.0.1:${at}/picture.png` },
      });
    }
    if (asked === "POST /v1/posts") return await createPosts(request, response);
    if (asked === "GET /v1/posts") return listPosts(url, response);
    const one = /^\/v1\/posts\/([^/]+)$/.exec(url.pathname);
    if (one?.[1] && (request.method === "GET" || request.method === "DELETE"))
      return onePost(request.method, one[1], response);
    if (asked === "GET /v1/leaderboard") {
      return send(response, 200, {
        data: [{ membership_id: "m_1", name: "Robin Outside", level: 3, points: 180, hat: "tall" }],
      });
    }
    return refuse(response, 404, "no_such_route", "No such route");
  })().catch(() => refuse(response, 500, "broken", "Broken"));
});
server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" && address ? address.port : port}/v1\n`);
});
