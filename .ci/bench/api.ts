import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { measureReadsBesideWorker } from "./delivery/measure-reads-beside-worker.ts";
import { type BenchLine, type BenchParts, compareRuns, createNote, expectAtLeast } from "./measurement.ts";
import { readWorkedMs, requireLinux } from "./process-family.ts";

export const about =
  "GET /v1/posts: work (against bare node:http with one query for the same rows, and with our own query), beside (how long 32 readers wait beside a worker that publishes 100 posts a second)";

const connections = 16;
const seconds = 3;

type Load = { url: string; headers: Record<string, string>; pid: number };

/** Returns the microseconds that server and database work for a request: a busy machine lengthens waits, not work. */
async function workPerRequest({ url, headers, pid }: Load): Promise<number> {
  const before = readWorkedMs(pid);
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0) throw new Error(`${wrong} answers of ${url} were not 2xx.`);
  return ((readWorkedMs(pid) - before) / result.requests.total) * 1_000;
}

/** Both servers must give the same 20 posts, or the comparison means nothing. */
async function rowsOf({ url, headers }: Load): Promise<string[]> {
  const answer = (await (await fetch(url, { headers })).json()) as { data: ({ id: string } | [id: string])[] };
  return answer.data.map((row) => ("id" in row ? row.id : row[0]));
}

async function work(say: (line: string) => void): Promise<BenchLine[]> {
  requireLinux();
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "servers", "api.ts")], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const ended = once(server, "close");
  try {
    const [line] = (await once(createInterface(server.stdout), "line")) as [string];
    const { key, ...ports } = JSON.parse(line) as { bare: number; same: number; ours: number; key: string };
    const pid = server.pid ?? 0;
    const ours = { url: `http://127.0.0.1:${ports.ours}/v1/posts`, headers: { authorization: `Bearer ${key}` }, pid };
    const lines: BenchLine[] = [];
    for (const { name, port, least } of [
      { name: "bare node:http, the posts' columns alone", port: ports.bare, least: 0.6 },
      { name: "bare node:http, the statement of GET /v1/posts", port: ports.same, least: 0.8 },
    ]) {
      const yardstick = { url: `http://127.0.0.1:${port}/`, headers: {}, pid };
      const [rowsA, rowsB] = [await rowsOf(yardstick), await rowsOf(ours)];
      if (rowsA.length !== 20 || rowsA.join() !== rowsB.join()) throw new Error("The servers return different rows.");
      // The first seconds go to compiling; they count for neither.
      await workPerRequest(yardstick);
      await workPerRequest(ours);
      const { ratio, a, b } = await compareRuns(
        () => workPerRequest(yardstick),
        () => workPerRequest(ours),
        say,
      );
      lines.push(createNote(name, `${Math.round(a.median)} µs of work for a request`));
      lines.push(createNote("GET /v1/posts, key checked, exact total", `${Math.round(b.median)} µs`));
      lines.push(expectAtLeast("requests of it for the same work", 1 / ratio, least));
    }
    lines.push(createNote("goal 0.8; docs/decisions/0087 measured 0.7 as the limit", ""));
    return lines;
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

export const parts: BenchParts = { work, beside: measureReadsBesideWorker };

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  return [...(await work(say)), ...(await measureReadsBesideWorker(say))];
}
