/**
 * A caller who takes what is given, until standard input ends; then prints how often each answer came. Told: a JSON object
 * of `attack`, `origin`, `keys`, `channels`, the file of an image and the id of a server action. `everything` is a member on
 * 20 connections, `refused` a member on 8 whose bodies are huge and refused, `strangers` nobody, on 8, with such bodies.
 */
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createLargestPost } from "./create-largest-post.ts";

type Told = {
  attack: "everything" | "refused" | "strangers";
  action: string;
  origin: string;
  keys: string[];
  channels: string[];
  image: string;
  characters: number;
};
const told = JSON.parse(process.argv[2] ?? "{}") as Told;
const image = readFileSync(told.image);
const counts: Record<string, number> = {};
let isOver = false;

type Sent = { method?: string; type?: string; body?: Buffer; more?: Record<string, string>; reads?: boolean };

let turn = 0;
/** The next key: limits that count by key would be multiplied. */
function nextKey(): string {
  turn += 1;
  return told.keys[turn % told.keys.length] ?? "";
}

/** @returns the status, or 0 where the connection broke. What comes is thrown away; with `reads: false` it is not read. */
function ask(
  agent: Agent,
  path: string,
  { method = "GET", type, body, more, reads = true }: Sent = {},
): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(/^\/(?:v1|mcp)/.test(path) && { authorization: `Bearer ${nextKey()}` }),
      ...more,
      ...(type && { "content-type": type }),
      ...(body && { "content-length": body.length }),
    };
    const onAnswer = (answer: IncomingMessage) => {
      answer.on("error", () => resolve(0));
      answer.on("close", () => resolve(answer.statusCode ?? 0));
      if (reads || answer.statusCode !== 200) answer.resume();
    };
    const sent = request(`${told.origin}${path}`, { agent, method, headers }, onAnswer);
    sent.on("error", () => resolve(0));
    sent.end(body);
  });
}

const post = createLargestPost(told);
const boundary = "greedy";
const upload = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
  ),
  image,
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);

const kinds: Record<string, (agent: Agent) => Promise<number>> = {
  create: (agent) => ask(agent, "/v1/posts", { method: "POST", type: "application/json", body: post }),
  list: (agent) => ask(agent, "/v1/posts?limit=100"),
  csv: (agent) => ask(agent, "/v1/posts/export?format=csv"),
  json: (agent) => ask(agent, "/v1/posts/export?format=json"),
  search: (agent) => ask(agent, "/v1/posts?limit=100&q=x&sort=scheduled"),
  upload: (agent) =>
    ask(agent, "/v1/media", { method: "POST", type: `multipart/form-data; boundary=${boundary}`, body: upload }),
  docs: (agent) => ask(agent, "/docs"),
  description: (agent) => ask(agent, "/v1/openapi.json"),
};

async function repeat(name: string, work: (agent: Agent) => Promise<number>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!isOver) {
    const status = await work(agent);
    counts[`${name} ${status}`] = (counts[`${name} ${status}`] ?? 0) + 1;
    if (status === 0 || status >= 400) await pause(50);
  }
}

/** Asks for everything and reads nothing of it. */
function neverRead(path: string): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  void ask(agent, path, { reads: false }).then(async (status) => {
    counts[`${path} left unread ${status}`] = (counts[`${path} left unread ${status}`] ?? 0) + 1;
    if (isOver) return;
    await pause(50);
    neverRead(path);
  });
}

const fill = (before: string, piece: string, after: string, bytes: number) =>
  Buffer.from(`${before}${piece.repeat((bytes - before.length - after.length) / piece.length - 1)}${after}`);

/** The largest body that any caller may send, and the largest of a stranger. */
const [huge, small] = [1_048_000, 16_000];
const json = "application/json";
const form = "application/x-www-form-urlencoded";
const channelIds = (bytes: number) => fill('{"text":"a","channels":["x"', ',"x"', "]}", bytes);
const toolCall = (bytes: number) =>
  fill(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_post","arguments":{"text":"a","channels":["x"',
    ',"x"',
    "]}}}",
    bytes,
  );
const refused: typeof kinds = {
  check: (agent) => ask(agent, "/v1/posts/check", { method: "POST", type: json, body: channelIds(huge) }),
  create: (agent) => ask(agent, "/v1/posts", { method: "POST", type: json, body: channelIds(huge) }),
  tool: (agent) =>
    ask(agent, "/mcp", {
      method: "POST",
      type: json,
      body: toolCall(huge),
      more: { accept: "application/json, text/event-stream" },
    }),
};
const page = { origin: told.origin, "next-action": told.action };
const actionInput = (bytes: number) => fill('[{"a":1}', ',{"a":1}', "]", bytes);
const names = (bytes: number) => fill("a", "&ab=12345", "", bytes);
const strangers: typeof kinds = Object.fromEntries(
  [huge, small].flatMap((bytes) => [
    [
      `action of ${bytes} B`,
      (agent: Agent) =>
        ask(agent, "/sign-in", {
          method: "POST",
          type: "text/plain;charset=UTF-8",
          body: actionInput(bytes),
          more: page,
        }),
    ],
    [`token of ${bytes} B`, (agent) => ask(agent, "/oauth/token", { method: "POST", type: form, body: names(bytes) })],
    [
      `registration of ${bytes} B`,
      (agent) => ask(agent, "/oauth/register", { method: "POST", type: json, body: channelIds(bytes) }),
    ],
  ]),
);

function takeEverything(): void {
  const all = Object.entries(kinds);
  for (const [name, work] of all) void repeat(name, work);
  for (const [name, work] of all.slice(0, 5)) void repeat(name, work);
  for (let at = 0; at < 3; at += 1) neverRead("/v1/events");
  for (const path of ["/v1/posts?limit=100", "/v1/posts/export?format=json", "/v1/posts/export", "/v1/openapi.json"])
    neverRead(path);
}

if (told.attack === "everything") takeEverything();
else {
  const all = Object.entries(told.attack === "refused" ? refused : strangers);
  for (let at = 0; at < 8; at += 1) {
    const [name, work] = all[at % all.length] ?? all[0] ?? ["", async () => 0];
    void repeat(name, work);
  }
}
process.stdin.resume();
process.stdin.on("end", () => {
  isOver = true;
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
