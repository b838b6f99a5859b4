import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import autocannon from "autocannon";
import { destination, pino } from "pino";
import { createPool } from "#lib/service/db/open-database.ts";
import { compactPostCounters, createPostCountersTask } from "#lib/service/posts/read/compact-post-counters.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { startWorkerProcess } from "#lib/service/publishing/testing/worker-process.ts";
import { type BenchLine, computeStatistics, createNote, expectAtMost } from "../measurement.ts";
import { createGuardedListener, createRowsListener, listen, openServiceHttp } from "../servers/http-server.ts";
import { createDuePosts } from "./measure-late-workers.ts";

const connections = 32;
/** Each of the runs, which take turns. */
const seconds = Number(process.env["BESIDE_SECONDS"] ?? "5");
const rounds = Number(process.env["BESIDE_ROUNDS"] ?? "3");
const postsPerSecond = 100;
/** Published before, so that no plan of a statement is one for empty tables. */
const earlierPosts = 1_000;
/** The worker is ready before anything is due. */
const leadMs = 5_000;
/** A worker starts, and runs begin and end, while posts are published. */
const spareSeconds = 20;
const timeoutMs = 120_000;
const limitMs = 60;
/** With fewer posts the readers would not stand beside what is promised. */
const leastShare = 0.9;
/** Names the connections of the worker, so that the rest of the database's work is the readers'. */
const workerName = "bench worker";
const ignore = () => undefined;
const silent = { info: ignore, warn: ignore, error: ignore };

type Found = {
  p50: number;
  p99: number;
  perSecond: number;
  loopP99: number;
  /** Processor time of the database, µs for a read and ms for a post. */
  readUs: number;
  postMs: number;
  postsPerSecond: number;
};
type Reader = { url: string; headers: Record<string, string> };

/** Returns the processor time that the readers' and the worker's connections have used, ms. */
async function readDatabaseMs({ pool }: PublishingFixture): Promise<{ readers: number; worker: number }> {
  const { rows } = await pool.query<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'`,
  );
  const used = { readers: 0, worker: 0 };
  for (const { pid, name } of rows) {
    used[name === workerName ? "worker" : "readers"] += Number(workedNs(pid)) / 1_000_000;
  }
  return used;
}

function workedNs(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0] ?? "0";
  } catch {
    return "0";
  }
}

const countPublished = async ({ pool }: PublishingFixture): Promise<number> =>
  (await pool.query("select count(*)::int as n from posts where status = 'published'")).rows[0].n;

async function read(stage: PublishingFixture, { url, headers }: Reader): Promise<Found> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [database, published] = [await readDatabaseMs(stage), await countPublished(stage)];
  const startedAt = performance.now();
  // In a thread of its own: what asks must not hold up what answers.
  const found = await autocannon({ url, headers, connections, workers: 1, duration: seconds });
  const [databaseNow, publishedNow] = [await readDatabaseMs(stage), await countPublished(stage)];
  delay.disable();
  const wrong = found.non2xx + found.errors + found.timeouts;
  if (wrong > 0) throw new Error(`${wrong} answers were not 2xx.`);
  const { p50, p99 } = found.latency;
  const posts = publishedNow - published;
  return {
    p50,
    p99,
    perSecond: found.requests.average,
    loopP99: delay.percentile(99) / 1_000_000,
    readUs: ((databaseNow.readers - database.readers) / found.requests.total) * 1_000,
    postMs: posts === 0 ? 0 : (databaseNow.worker - database.worker) / posts,
    postsPerSecond: posts / ((performance.now() - startedAt) / 1_000),
  };
}

/** Starts Postwright's worker, or the least program that publishes. */
async function startWorker({ database }: PublishingFixture, program: "postwright" | "least") {
  const connection = { ...database.connection, application_name: workerName };
  if (program === "postwright") return await startWorkerProcess({ connection, at: null, part: 0, poolSize: 10 });
  const file = new URL("../servers/least-delivery-program.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [file, JSON.stringify(connection), "stays"], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // Its readers count posts as the product's do.
  const [pool, stopping] = [createPool(connection, 1, silent), new AbortController()];
  const { everyMs, run } = createPostCountersTask(pool);
  let compacting = Promise.resolve();
  const timer = setInterval(() => {
    compacting = compacting.then(() => run(stopping.signal));
  }, everyMs);
  return {
    kill: (signal: "SIGTERM") => {
      clearInterval(timer);
      stopping.abort();
      return child.kill(signal);
    },
    ended: ended.then(() => compacting).then(() => pool.end()),
  };
}

/** Publishes a backlog: its parts, claims and events are what an installation in use has. */
async function publishEarlierPosts(stage: PublishingFixture): Promise<void> {
  await createDuePosts(stage, earlierPosts, 0, 0);
  const worker = await startWorker(stage, "postwright");
  try {
    await waitUntil(
      "the earlier posts are published",
      async () => (await countPublished(stage)) === earlierPosts,
      timeoutMs,
    );
  } finally {
    worker.kill("SIGTERM");
    await worker.ended;
  }
}

/**
 * How long 32 readers of `GET /v1/posts` wait, without and with a worker in its own process that publishes 100 posts a
 * second. Beside them, in turns: as many readers of bare node:http with the same statement on the same pool, and the least
 * program in place of the worker. What those wait for is the machine's share.
 */
export async function measureReadsBesideWorker(say: (line: string) => void): Promise<BenchLine[]> {
  const stage = await openPublishingFixture();
  // Each request is logged, as in the product, and read by nobody.
  const http = await openServiceHttp(stage, pino({ level: "info" }, destination("/dev/null")));
  const { pool, org } = stage;
  let worker: Awaited<ReturnType<typeof startWorker>> | null = null;
  const readers = {
    "GET /v1/posts": {
      url: `http://127.0.0.1:${await listen(createGuardedListener(http))}/v1/posts`,
      headers: { authorization: `Bearer ${org.key}` },
    },
    "bare node:http, same statement": {
      url: `http://127.0.0.1:${await listen(createRowsListener(pool, org.memberId))}/`,
      headers: {},
    },
  };
  const found = new Map<string, Found[]>();
  const readInTurns = async (beside: string) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, reader] of Object.entries(readers)) {
        const one = await read(stage, reader);
        const key = `${name}, ${beside}`;
        found.set(key, [...(found.get(key) ?? []), one]);
        say(`${key}: ${format(one)}`);
      }
    }
  };
  try {
    await publishEarlierPosts(stage);
    const postsOfWorker = (rounds * Object.keys(readers).length * seconds + spareSeconds) * postsPerSecond;
    await createDuePosts(
      stage,
      2 * postsOfWorker,
      (2 * postsOfWorker * 1_000) / postsPerSecond,
      undefined,
      earlierPosts,
    );
    await compactPostCounters(pool);
    await pool.query("vacuum analyze");
    // The first runs go to compiling; they don't count.
    for (const reader of Object.values(readers)) await read(stage, reader);
    await readInTurns("no worker");
    for (const [program, beside] of [
      ["postwright", "a worker"],
      ["least", "the least worker"],
    ] as const) {
      await pool.query(
        `update posts p set due_at = n.due, scheduled_for = n.due from (
           select id, now() + $1 * interval '1 ms' + row_number() over (order by due_at) * interval '1 second' / $2 as due
           from posts where status = 'scheduled' order by due_at limit $3) as n where n.id = p.id`,
        [leadMs, postsPerSecond, postsOfWorker],
      );
      worker = await startWorker(stage, program);
      const before = await countPublished(stage);
      await waitUntil("the first posts are published", async () => (await countPublished(stage)) > before, timeoutMs);
      await readInTurns(beside);
      worker.kill("SIGTERM");
      await worker.ended;
      worker = null;
    }
    return summarize(found);
  } finally {
    worker?.kill("SIGTERM");
    await worker?.ended;
    await http.close();
    await stage.close();
  }
}

function format({ p50, p99, loopP99, perSecond, readUs, postMs, postsPerSecond: rate }: Found): string {
  const published = rate > 1 ? `; ${rate.toFixed(0)} posts/s, ${postMs.toFixed(1)} ms each` : "";
  return `${p50.toFixed(0)}, ${p99.toFixed(0)}, ${loopP99.toFixed(0)} ms, ${perSecond.toFixed(0)}/s, ${readUs.toFixed(0)} µs${published}`;
}

function summarize(found: ReadonlyMap<string, Found[]>): BenchLine[] {
  const lines: BenchLine[] = [
    createNote("of each: p50, p99, event loop p99, requests; the database's work for a read, and for a post", ""),
  ];
  const p99 = new Map<string, number>();
  for (const [name, runs] of found) {
    const median = (of: keyof Found) => computeStatistics(runs.map((run) => run[of])).median;
    const each: Found = {
      p50: median("p50"),
      p99: median("p99"),
      perSecond: median("perSecond"),
      loopP99: median("loopP99"),
      readUs: median("readUs"),
      postMs: median("postMs"),
      postsPerSecond: median("postsPerSecond"),
    };
    p99.set(name, each.p99);
    if (!name.endsWith("no worker") && each.postsPerSecond < postsPerSecond * leastShare) {
      throw new Error(`Only ${each.postsPerSecond.toFixed(0)} posts a second were published: the machine is too busy.`);
    }
    lines.push(createNote(name, format(each)));
  }
  const [api, bare] = [p99.get("GET /v1/posts, a worker"), p99.get("bare node:http, same statement, a worker")];
  if (api === undefined || bare === undefined) throw new Error("Nothing was measured.");
  lines.push(createNote("p99 beside the worker against bare node:http", (api / bare).toFixed(2)));
  lines.push(expectAtMost("p99 beside the worker", api, limitMs, " ms"));
  return lines;
}
