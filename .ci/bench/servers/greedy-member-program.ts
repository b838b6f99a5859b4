/**
 * One member who takes what is given, on 20 connections, until standard input ends; then prints how often each answer came.
 * Told: a JSON object of `origin`, `keys`, `channels` and the file of an image.
 */
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createLargestPost } from "./create-largest-post.ts";

type Told = { origin: string; keys: string[]; channels: string[]; image: string; characters: number };
const told = JSON.parse(process.argv[2] ?? "{}") as Told;
const image = readFileSync(told.image);
const counts: Record<string, number> = {};
let isOver = false;

type Sent = { method?: string; type?: string; body?: Buffer; reads?: boolean };

let turn = 0;
/** The next key: limits that count by key would be multiplied. */
function nextKey(): string {
  turn += 1;
  return told.keys[turn % told.keys.length] ?? "";
}

/** @returns the status, or 0 where the connection broke. What comes is thrown away; with `reads: false` it is not read. */
function ask(agent: Agent, path: string, { method = "GET", type, body, reads = true }: Sent = {}): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(path.startsWith("/v1") && { authorization: `Bearer ${nextKey()}` }),
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

const all = Object.entries(kinds);
for (const [name, work] of all) void repeat(name, work);
for (const [name, work] of all.slice(0, 5)) void repeat(name, work);
for (let at = 0; at < 3; at += 1) neverRead("/v1/events");
for (const path of ["/v1/posts?limit=100", "/v1/posts/export?format=json", "/v1/posts/export", "/v1/openapi.json"])
  neverRead(path);
process.stdin.resume();
process.stdin.on("end", () => {
  isOver = true;
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
