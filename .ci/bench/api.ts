import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { type BenchLine, compareRuns, createNote, expectAtLeast } from "./measurement.ts";

export const about = "GET /v1/posts against bare node:http with one prepared query for the same rows, same pool";

const connections = 16;
const seconds = 3;

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0) throw new Error(`${wrong} answers of ${url} were not 2xx.`);
  return result.requests.average;
}

/** Both servers must give the same 20 posts, or the comparison means nothing. */
async function rowsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const answer = (await (await fetch(url, { headers })).json()) as { data: { id: string }[] };
  return answer.data.map((row) => row.id);
}

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "servers", "api.ts")], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const ended = once(server, "close");
  try {
    const [line] = (await once(createInterface(server.stdout), "line")) as [string];
    const { bare, ours, key } = JSON.parse(line) as { bare: number; ours: number; key: string };
    const [a, b] = [`http://127.0.0.1:${bare}/`, `http://127.0.0.1:${ours}/v1/posts`];
    const headers = { authorization: `Bearer ${key}` };
    const [rowsA, rowsB] = [await rowsOf(a, {}), await rowsOf(b, headers)];
    if (rowsA.length !== 20 || rowsA.join() !== rowsB.join()) throw new Error("The two servers return different rows.");
    // The first seconds go to compiling; they count for neither.
    await requestsPerSecond(a, {});
    await requestsPerSecond(b, headers);
    const {
      ratio,
      a: yardstick,
      b: measured,
    } = await compareRuns(
      () => requestsPerSecond(a, {}),
      () => requestsPerSecond(b, headers),
      say,
    );
    return [
      createNote("bare node:http, one query", `${Math.round(yardstick.median)} requests/s`),
      createNote("GET /v1/posts, key checked, exact total", `${Math.round(measured.median)} requests/s`),
      expectAtLeast("of bare", ratio, 0.6),
    ];
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}
