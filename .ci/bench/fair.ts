import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { limits } from "#lib/contract/limits.ts";
import { roleScopes } from "#lib/contract/scopes.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { addMember } from "#lib/service/members/create-organization.ts";
import { startApp } from "../../e2e/support/start-app.ts";
import { callApi } from "./call-api.ts";
import { type BenchLine, type BenchParts, createNote, expectAtMost, percentile } from "./measurement.ts";
import { createLargestPost } from "./servers/create-largest-post.ts";

export const about = "how long a member waits while another one saturates 20 connections, or anybody sends huge bodies";

const quietMs = 15_000;
const loadMs = 40_000;
const bodiesMs = 20_000;
/** Below the limit of requests a minute. */
const listEveryMs = 150;
const readyEveryMs = 250;
const seedRequests = 40;
const greedyKeys = 5;
/** Pixels of noise a side, of which a JPEG is nearly as large as an upload may be. */
const imageSide = 3_400;

type Member = { origin: string; key: string };
type Times = { list: number[]; ready: number[]; failed: number };

async function openMember(database: TestDatabase, origin: string): Promise<Member & { keys: string[] }> {
  const { rows } = await database.pool.query<{ id: string }>("select id from organizations");
  const orgId = rows[0]?.id ?? "";
  const keys = await inTransaction(database.pool, async (tx) => {
    const memberId = await addMember(tx, { orgId, name: "Bench", email: "b@example.org", role: "member" }, systemClock);
    const made: string[] = [];
    for (let at = 0; at < greedyKeys; at += 1) {
      made.push((await insertApiKey(tx, { memberId, name: `Key ${at}`, scopes: roleScopes.member }, systemClock)).key);
    }
    return made;
  });
  return { origin, key: keys[0] ?? "", keys };
}

/** Milliseconds of an answer read to its end; null when it was no 200. */
async function timed(url: string, key?: string): Promise<number | null> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, { ...(key && { headers: { authorization: `Bearer ${key}` } }) });
    await answer.arrayBuffer();
    return answer.ok ? performance.now() - startedAt : null;
  } catch {
    return null;
  }
}

/** Waits of a quiet member, who sends each request after the answer to the one before. */
async function measure({ origin, key }: Member, forMs: number): Promise<Times> {
  const times: Times = { list: [], ready: [], failed: 0 };
  const endAt = performance.now() + forMs;
  const repeat = async (everyMs: number, found: number[], ask: () => Promise<number | null>) => {
    while (performance.now() < endAt) {
      const [ms] = await Promise.all([ask(), pause(everyMs)]);
      if (ms === null) times.failed += 1;
      else found.push(ms);
    }
  };
  await Promise.all([
    repeat(listEveryMs, times.list, () => timed(`${origin}/v1/posts`, key)),
    repeat(readyEveryMs, times.ready, () => timed(`${origin}/readyz`)),
  ]);
  return times;
}

/** The most memory that a process took while `work` ran, in megabytes. */
async function peakOf<T>({ pid, exitCode }: ChildProcess, work: Promise<T>): Promise<{ done: T; megabytes: number }> {
  let most = 0;
  const look = () => {
    if (exitCode !== null || !existsSync(`/proc/${pid}/status`)) return;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    most = Math.max(most, Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_000);
  };
  const timer = setInterval(look, 100);
  try {
    return { done: await work, megabytes: most };
  } finally {
    clearInterval(timer);
  }
}

async function withGreedy<T>(told: object, say: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const program = path.join(import.meta.dirname, "servers", "greedy-member-program.ts");
  const greedy = spawn(process.execPath, [program, JSON.stringify(told)], { stdio: ["pipe", "pipe", "inherit"] });
  let answers = "";
  greedy.stdout.on("data", (bytes: Buffer) => (answers += bytes));
  const ended = once(greedy, "close");
  try {
    return await work();
  } finally {
    greedy.stdin.end();
    const late = setTimeout(() => greedy.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(late);
    say(`answers to the greedy member: ${answers}`);
  }
}

function heldMs(file: string, from: number): number {
  if (!existsSync(file)) return 0;
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const held = lines.map((line) => line.split(" ").map(Number)).filter(([at = 0]) => at >= from);
  return Math.max(0, ...held.map(([, ms = 0]) => ms));
}

async function seed(greedy: Member, other: Member, channels: string[], characters: number): Promise<void> {
  for (let at = 0; at < 40; at += 1) {
    await callApi(other, "POST", "/posts", { channels: channels.slice(0, 1), text: `Post ${at}`, draft: true });
  }
  const body = JSON.parse(String(createLargestPost({ channels, characters }))) as object;
  for (let at = 0; at < seedRequests; at += 1) await callApi(greedy, "POST", "/posts", body);
}

async function makeImage(file: string): Promise<void> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const create = { width: imageSide, height: imageSide, channels: 3 as const, background: "#888", noise };
  await sharp({ create }).jpeg({ quality: 60 }).toFile(file);
}

/** A server with two members, of whom one is greedy and the other one's waits are measured. */
type Bench = {
  process: ChildProcess;
  told: { origin: string; keys: string[]; channels: string[]; image: string; characters: number; action: string };
  other: Member;
  quiet: { done: Times; megabytes: number };
  watch: string;
};

/** Returns the id of a server action that a stranger may call. */
function readActionId(): string {
  const file = path.join(import.meta.dirname, "../../.next/server/server-reference-manifest.json");
  const { node } = JSON.parse(readFileSync(file, "utf8")) as { node: Record<string, { workers: object }> };
  const found = Object.entries(node).find(([, { workers }]) => "app/(auth)/sign-in/page" in workers);
  if (!found) throw new Error("The page of the sign-in has no server action.");
  return found[0];
}

async function withServer(
  say: (line: string) => void,
  work: (bench: Bench) => Promise<BenchLine[]>,
): Promise<BenchLine[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-fair-"));
  const watch = path.join(folder, "held");
  const image = path.join(folder, "image.jpg");
  await makeImage(image);
  const database = await openTestDatabase();
  const app = await startApp({
    DATABASE_URL: database.url,
    RATE_LIMIT: "600",
    LOG_LEVEL: "error",
    LOOP_WATCH_FILE: watch,
    NODE_OPTIONS: `--max-old-space-size=512 --import=${path.join(import.meta.dirname, "servers", "loop-watch.ts")}`,
  });
  try {
    const [greedy, other] = [await openMember(database, app.origin), await openMember(database, app.origin)];
    const channels = (await callApi<{ id: string }[]>(other, "GET", "/channels")).map(({ id }) => id);
    const characters = "postCharacters" in limits ? Number(limits.postCharacters) : 1_000_000;
    say(`${seedRequests} posts of ${characters.toLocaleString("en-GB")} characters for ${channels.length} channels …`);
    await seed(greedy, other, channels, characters);
    for (const place of ["/docs", "/sign-in", "/v1/openapi.json", "/v1/posts/export"])
      await timed(app.origin + place, other.key);
    say("quiet …");
    const quiet = await peakOf(app.process, measure(other, quietMs));
    const told = { origin: app.origin, keys: greedy.keys, channels, image, characters, action: readActionId() };
    return await work({ process: app.process, told, other, quiet, watch });
  } finally {
    await app.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const p95 = (times: Times) => percentile(times.list, 0.95);

async function measureBesideMember({ process: server, told, other, quiet, watch }: Bench, say: (line: string) => void) {
  const from = Date.now();
  say("greedy …");
  const load = { attack: "everything", ...told };
  const busy = await withGreedy(load, say, () => peakOf(server, measure(other, loadMs)));
  const [before, during] = [p95(quiet.done), p95(busy.done)];
  const isAlive = server.exitCode === null && server.signalCode === null;
  return [
    createNote("GET /v1/posts of another member, quiet, p50 / p95", ms(quiet.done.list)),
    createNote("the same beside the greedy member, p50 / p95", ms(busy.done.list)),
    expectAtMost("p95 against quiet", during / before, 2),
    expectAtMost("p95", during, 250, " ms"),
    expectAtMost("/readyz, the slowest", Math.max(...busy.done.ready), 500, " ms"),
    expectAtMost("answers other than 200", busy.done.failed, 0),
    expectAtMost("longest block of the event loop", heldMs(watch, from), 100, " ms"),
    createNote("memory, quiet → greedy", `${quiet.megabytes.toFixed(0)} → ${busy.megabytes.toFixed(0)} MB`),
    // A sum, not a ratio: less memory at rest must not fail it. The limit is half of the 280 MB that a quiet process took when the limit was set.
    expectAtMost("memory for the greedy member", busy.megabytes - quiet.megabytes, 140, " MB"),
    { what: "the server survives with 512 MB of heap", value: isAlive ? "yes" : "no", budget: "yes", ok: isAlive },
  ];
}

/** Below this a wait is short whatever a quiet server takes, ms. */
const shortMs = 40;

async function measureBesideBodies(attack: "refused" | "strangers", bench: Bench, say: (line: string) => void) {
  const who = attack === "refused" ? "a member's refused bodies" : "strangers' bodies";
  say(`${who} …`);
  const from = Date.now();
  const load = { attack, ...bench.told };
  const busy = await withGreedy(load, say, () => measure(bench.other, bodiesMs));
  return [
    createNote(`GET /v1/posts beside ${who}, p50 / p95`, ms(busy.list)),
    expectAtMost(`p95 beside ${who}`, p95(busy), Math.min(250, Math.max(shortMs, 2 * p95(bench.quiet.done))), " ms"),
    expectAtMost(`/readyz beside ${who}, the slowest`, Math.max(...busy.ready), 500, " ms"),
    expectAtMost(`answers other than 200 beside ${who}`, busy.failed, 0),
    createNote(`longest block of the event loop beside ${who}`, `${heldMs(bench.watch, from).toFixed(0)} ms`),
  ];
}

const bodies = async (bench: Bench, say: (line: string) => void) => [
  ...(await measureBesideBodies("refused", bench, say)),
  ...(await measureBesideBodies("strangers", bench, say)),
];

export const parts: BenchParts = {
  bodies: (say) => withServer(say, (bench) => bodies(bench, say)),
};

export const run = (say: (line: string) => void): Promise<BenchLine[]> =>
  withServer(say, async (bench) => [...(await measureBesideMember(bench, say)), ...(await bodies(bench, say))]);

const ms = (times: number[]) => `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)} ms`;
