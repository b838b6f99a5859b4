/** Exports once and prints how much it was and how much memory this process took. Told: database, key, query. */

import { readFileSync } from "node:fs";
import pg from "pg";
import { systemClock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { createLog } from "#lib/service/core/log.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import { createHttpApp } from "#lib/service/http/app.ts";
import { createRealtimeHub } from "#lib/service/realtime/realtime-hub.ts";

const [url = "", key = "", query = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
const log = createLog("error");
const settings = { origin: "http://localhost", rateLimit: 0, missedAfterMs: 86_400_000 };
const context = { pool, db: createDb(pool), clock: systemClock, log, settings } as unknown as Context;
const processConnection = createProcessConnection({ connection: { connectionString: url }, log });
const http = createHttpApp(
  context,
  createRealtimeHub({ processConnection, now: systemClock.now, log }),
  processConnection,
);
const ask = async (path: string) =>
  await http(new Request(`http://localhost/v1${path}`, { headers: { authorization: `Bearer ${key}` } }));
await (await ask("/posts")).text();

/** Megabytes: what is held now, and the most that ever was. */
function memory(): { now: number; peak: number } {
  const status = readFileSync("/proc/self/status", "utf8");
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1_000;
  return { now: of("VmRSS"), peak: of("VmHWM") };
}

const before = memory();
const startedAt = performance.now();
const response = await ask(`/posts/export?${query}`);
let [rows, bytes] = [0, 0];
const newline = 10;
for await (const piece of response.body as ReadableStream<Uint8Array>) {
  bytes += piece.length;
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) rows += 1;
}
const seconds = (performance.now() - startedAt) / 1_000;
// One line is the head of a CSV; a JSON array begins and ends with one of its own.
const isJson = response.headers.get("content-type") === "application/json";
const told = { rows: rows - (isJson ? 2 : 1), megabytes: bytes / 1_000_000, seconds };
process.stdout.write(JSON.stringify({ ...told, restMb: before.now, peakMb: memory().peak }));
await http.close();
await pool.end();
