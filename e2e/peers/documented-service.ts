import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * A third-party publishing service in its own process: the eight documented endpoints and nothing more. It refuses every
 * parameter, field and method that the document lacks, names its list parameters its own way, has an unknown platform and
 * an unknown role, and sends extra fields. Start it as `node documented-service.ts PORT KEY VARIANT`. It prints one line
 * with its address when it listens, then one for each request: method, path, query, and the names in a JSON body. The
 * document names no first state of a post: here it is `scheduled` without a time, or `publishing` in `as-practice`. The
 * platform refuses a text with [fail] or #fail-rejected and takes 5 s for one with #slow. The variant `as-practice` has
 * the channels of a new installation and our own names of list parameters; `two-accounts` has two channels of one
 * platform, answers in the reverse order, and refuses a text with #fail-on- and the id of its channel. A message from the
 * parent changes the behaviour; it is sent back once it takes effect.
 */
const [port = "0", key = "", variant = "own"] = process.argv.slice(2);
const names = {
  own: ["x", "pigeon"],
  "as-practice": ["x", "bluesky", "linkedin"],
  "two-accounts": ["x", "pigeon", "x_2"],
};
/** As a new installation names its channels. */
const practiceNames: Record<string, string> =
  variant === "as-practice" ? { x: "Practice X", bluesky: "Practice Bluesky", linkedin: "Practice LinkedIn" } : {};
const prefix = variant === "as-practice" ? "practice" : "outside";
const channels = names[variant as keyof typeof names].map((platform) => ({
  id: `conn_${platform}`,
  platform: platform.replace("_2", ""),
  name: practiceNames[platform] ?? `Outside ${platform}`,
  username: `${prefix}_${platform}`,
  verified: platform === "pigeon",
  followers: 12,
}));

/** The faulty answer to the next create; null for a correct one. `no posts` is a 201 with an empty list. */
export type FaultyAnswer =
  | "500"
  | "500 own code"
  | "502 page"
  | "503"
  | "504"
  | "cut"
  | "half"
  | "html"
  | "unreadable"
  | "no posts"
  | "slow"
  | null;
export type DocumentedServiceBehaviour = {
  create?: FaultyAnswer;
  /** False if the next faulty create stores nothing. */
  stores?: boolean;
  /** Delay in ms of a slow create before anything is stored. */
  slowMs?: number;
  /** Adds rows with missing fields, unreadable dates and other types to every list. */
  odd?: boolean;
  /** False if a post can't be deleted: the answer is 200 with `deleted: false`. */
  deletes?: boolean;
  /** Answers every request with 429, a code of its own and this `Retry-After` in seconds. */
  retryAfter?: number | null;
  /** Ms by which the answers of a path, such as `/leaderboard` or `/posts?page_size=20&skip=0`, are late. */
  late?: Record<string, number>;
  /** Paths whose next request is cut, each once. */
  cutOnce?: string[];
  /** False if a post stays scheduled until this is true. */
  publishes?: boolean;
};
const usual: Required<DocumentedServiceBehaviour> = {
  create: null,
  stores: true,
  slowMs: 3_000,
  odd: false,
  deletes: true,
  retryAfter: null,
  late: {},
  cutOnce: [],
  publishes: true,
};
let behavior = { ...usual };
process.on("message", (next: DocumentedServiceBehaviour) => {
  behavior = { ...behavior, ...next };
  if (next.publishes) for (const post of posts) if (post.status === "scheduled" && !post.scheduled_for) publish(post);
  process.send?.(next);
});

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

/** Rows as a careless service would send them: nullable fields left out, wrong dates, wrong types, no id. */
const now = new Date().toISOString();
const oddPosts: unknown[] = [
  { id: "odd_lean", status: "draft", posts: [{ text: "Odd: nothing nullable" }], created_at: now, updated_at: now },
  {
    id: "odd_dates",
    status: "scheduled",
    channel: "x",
    posts: [{ text: "Odd: wrong dates" }],
    scheduled_for: "soon",
    published_urls: [],
    error: null,
    created_at: "",
    updated_at: "yesterday",
  },
  { id: "odd_types", status: 7, channel: 3, posts: "Odd: wrong types", published_urls: null, created_at: 12 },
  { status: "draft", posts: [{ text: "Odd: no id" }] },
  null,
];

const send = (response: ServerResponse, status: number, body: unknown, type = "application/json", headers = {}) => {
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(body instanceof Buffer ? body : JSON.stringify(body));
};
const refuse = (response: ServerResponse, status: number, code: string, message: string, headers = {}) =>
  send(response, status, { error: { code, message } }, "application/json", headers);

const call = (request: IncomingMessage) => `${request.method} ${request.url}`;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A post that is due within this time, in ms, is published at its time. */
const dueSoonMs = 10 * 60_000;
/** The document names no first state of a post that is due now. */
const firstStatus = variant === "as-practice" ? "publishing" : "scheduled";

/** The channel of each post, which the answers don't state. */
const channelOf = new Map<string, string>();

function publish(post: Post): void {
  const demand = `#fail-on-${channelOf.get(post.id)}`;
  const isRefused = post.posts.some(
    ({ text }) => /\[fail\]|#fail-rejected/.test(text) || text.split(/\s/).includes(demand),
  );
  post.status = isRefused ? "failed" : "published";
  post.error = isRefused ? "The platform said no." : null;
  post.published_urls = isRefused ? [] : [`https://${post.channel}.invalid/${post.id}`];
  post.updated_at = new Date().toISOString();
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
const isAbsent = (value: unknown) => value === undefined;
/** The fields of a new post, each with its rule. */
const fieldRules: Record<string, (value: unknown) => boolean> = {
  channels: (value) =>
    isTexts(value) && value.length > 0 && value.every((id) => channels.some((channel) => channel.id === id)),
  text: (value) => isAbsent(value) || typeof value === "string",
  thread: (value) => isAbsent(value) || isTexts(value),
  media: (value) => isAbsent(value) || (isTexts(value) && value.length <= 4),
  scheduled_for: (value) => isAbsent(value) || (typeof value === "string" && !Number.isNaN(Date.parse(value))),
  points: (value) => isAbsent(value) || Number.isInteger(value),
  draft: (value) => isAbsent(value) || typeof value === "boolean",
};

/** @returns why a body is refused; null if it is not */
function findWrongField(body: Record<string, unknown>): string | null {
  const foreign = Object.keys(body).find((name) => !(name in fieldRules));
  if (foreign !== undefined) return `Unknown field ${foreign}`;
  const wrong = Object.entries(fieldRules).find(([name, isRight]) => !isRight(body[name]));
  if (wrong) return `Wrong value of ${wrong[0]}`;
  return body["text"] || isTexts(body["thread"]) ? null : "Provide text or a thread.";
}

function storePosts(body: Record<string, unknown>): Post[] {
  const parts = (body["thread"] as string[] | undefined) ?? [String(body["text"])];
  const made = (body["channels"] as string[]).map((id) => {
    const at = new Date().toISOString();
    const later = typeof body["scheduled_for"] === "string" ? body["scheduled_for"] : null;
    const platform = channels.find((channel) => channel.id === id)?.platform ?? null;
    const post: Post = {
      id: `post_${randomUUID()}`,
      status: body["draft"] === true ? "draft" : later === null ? firstStatus : "scheduled",
      channel: platform,
      // As the document says: on other platforms than x the parts are joined.
      posts: (platform === "x" ? parts : [parts.join("\n\n")]).map((text) => ({ text })),
      scheduled_for: body["draft"] === true ? null : later,
      published_urls: [],
      error: null,
      created_at: at,
      updated_at: at,
      mood: "calm",
    };
    channelOf.set(post.id, id);
    const dueInMs = Date.parse(later ?? "") - Date.now();
    if (post.status === "scheduled" && dueInMs < dueSoonMs) setTimeout(() => publish(post), Math.max(0, dueInMs));
    if (body["draft"] !== true && !later && behavior.publishes)
      setTimeout(() => publish(post), parts.some((text) => text.includes("#slow")) ? 5_000 : 300);
    return post;
  });
  posts.unshift(...made);
  return variant === "two-accounts" ? made.reverse() : made;
}

async function createPosts(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(String(await bytesOf(request))) as Record<string, unknown>;
  process.stdout.write(`${call(request)} ${Object.keys(body).sort().join()}\n`);
  const wrong = findWrongField(body);
  if (wrong !== null) return refuse(response, 400, "invalid_request", wrong);
  const { create: fault, stores } = behavior;
  behavior = { ...behavior, create: null, stores: true };
  if (fault === "slow") await wait(behavior.slowMs);
  const made = fault === null || stores ? storePosts(body) : [];
  if (fault === null || (fault === "slow" && stores)) return send(response, 201, { data: made });
  if (fault === "slow") return badAnswers["503"](response);
  return badAnswers[fault](response);
}

const page = (title: string) => Buffer.from(`<h1>${title}</h1>`);
const badAnswers: Record<Exclude<FaultyAnswer, "slow" | null>, (response: ServerResponse) => void> = {
  "500": (response) => refuse(response, 500, "internal_error", "Broken"),
  "500 own code": (response) => refuse(response, 500, "index_failed", "Index write failed"),
  "502 page": (response) => send(response, 502, page("Bad gateway"), "text/html"),
  "503": (response) => refuse(response, 503, "unavailable", "Busy"),
  "504": (response) => send(response, 504, page("Gateway timeout"), "text/html"),
  cut: (response) => response.destroy(),
  half: (response) => {
    response.writeHead(201, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"data":[{"id":"post_');
    setTimeout(() => response.destroy(), 50);
  },
  html: (response) => send(response, 201, page("Thank you"), "text/html"),
  unreadable: (response) => send(response, 201, { result: "fine" }),
  "no posts": (response) => send(response, 201, { data: [] }),
};

function listPosts(url: URL, response: ServerResponse): void {
  const [stateName, sizeName, skipName] = listNames;
  const state = url.searchParams.get(stateName);
  const size = Number(url.searchParams.get(sizeName) ?? 10);
  const skip = Number(url.searchParams.get(skipName) ?? 0);
  if (!Number.isInteger(size) || size < 1 || size > 100 || !Number.isInteger(skip) || skip < 0) {
    refuse(response, 400, "invalid_request", "Wrong page");
    return;
  }
  const all: unknown[] = [
    ...(behavior.odd ? oddPosts.filter((post) => !state || (post as Post | null)?.status === state) : []),
    ...posts.filter((post) => !state || post.status === state),
  ];
  send(response, 200, {
    data: all.slice(skip, skip + size),
    pagination: { limit: size, offset: skip, total: all.length },
  });
}

function onePost(method: string, id: string, response: ServerResponse): void {
  const found = posts.findIndex((post) => post.id === id);
  const post = posts[found] ?? (behavior.odd ? oddPosts.find((odd) => (odd as Post | null)?.id === id) : undefined);
  if (!post) {
    refuse(response, 404, "not_found", "Post not found");
  } else if (method === "GET") {
    send(response, 200, { data: post });
  } else {
    if (behavior.deletes) posts.splice(found, 1);
    send(response, 200, { data: { id, deleted: behavior.deletes } });
  }
}

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

function sendMe(response: ServerResponse): void {
  const membership = { id: "m_1", role: "overlord", name: "Robin Outside", email: "robin@outside.invalid", shoe: 42 };
  const scopes = ["everything:do", "posts:write"];
  send(response, 200, { data: { org: { id: "o_1", name: "Outside", slug: "outside" }, membership, scopes } });
}

function sendLeaderboard(response: ServerResponse): void {
  const robin = { membership_id: "m_1", name: "Robin Outside", level: 3, points: 180, hat: "tall" };
  const odd = { membership_id: "m_2", name: "Odd Points", level: 1, points: "120" };
  send(response, 200, { data: behavior.odd ? [robin, odd, null] : [robin] });
}

/** The list's own parameter names; no other endpoint has parameters. */
const listNames =
  variant === "as-practice" ? (["status", "limit", "offset"] as const) : (["state", "page_size", "skip"] as const);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://service");
  if (url.pathname === "/picture.png") return send(response, 200, picture, "image/png");
  const path = url.pathname.replace(/^\/v1/, "");
  const asked = `${request.method} ${path}`;
  if (asked !== "POST /posts") process.stdout.write(`${call(request)}\n`);
  const given = request.headers.authorization?.replace(/^Bearer /, "") ?? request.headers["x-api-key"];
  if (given !== key && path !== "/openapi.json") return refuse(response, 401, "unauthorized", "Invalid API key");
  if (behavior.retryAfter !== null)
    return refuse(response, 429, "slow_down", "Too fast", { "retry-after": String(behavior.retryAfter) });
  if (behavior.cutOnce.includes(path)) {
    behavior = { ...behavior, cutOnce: behavior.cutOnce.filter((one) => one !== path) };
    return void response.destroy();
  }
  const lateMs = behavior.late[path] ?? behavior.late[path + url.search];
  if (lateMs) await wait(lateMs);
  const foreign = [...url.searchParams.keys()].find(
    (name) => asked !== "GET /posts" || !listNames.some((one) => one === name),
  );
  if (foreign !== undefined) return refuse(response, 400, "invalid_request", `Unknown parameter ${foreign}`);
  if (asked === "GET /me") return sendMe(response);
  if (asked === "GET /channels")
    return send(response, 200, { data: behavior.odd ? [...channels, { id: 4 }, null] : channels });
  if (asked === "POST /media") {
    await bytesOf(request);
    const address = server.address();
    const at = typeof address === "object" && address ? address.port : 0;
    const file = { id: `img_${randomUUID()}`, type: "image", url: `http://127.0.0.1:${at}/picture.png` };
    return send(response, 200, { data: file });
  }
  if (asked === "POST /posts") return await createPosts(request, response);
  if (asked === "GET /posts") return listPosts(url, response);
  const one = /^\/posts\/([^/]+)$/.exec(path);
  if (one?.[1] && (request.method === "GET" || request.method === "DELETE"))
    return onePost(request.method, decodeURIComponent(one[1]), response);
  if (asked === "GET /leaderboard") return sendLeaderboard(response);
  return refuse(response, 404, "no_such_route", "No such route");
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => refuse(response, 500, "broken", "Broken"));
});
server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" && address ? address.port : port}/v1\n`);
});
