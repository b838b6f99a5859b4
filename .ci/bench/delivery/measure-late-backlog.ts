import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import pg from "pg";
import { destination, pino } from "pino";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { startWorkerProcess } from "#lib/service/publishing/testing/worker-process.ts";
import { type BenchLine, createNote } from "../measurement.ts";
import { createGuardedListener, listen, openServiceHttp } from "../servers/http-server.ts";
import { createSlowConnector, partMs } from "./create-slow-connector.ts";
import { createDuePosts } from "./measure-late-workers.ts";

/** Fewer for a quick look: `LATE_BACKLOG=5000 npm run bench late backlog`. */
const posts = Number(process.env["LATE_BACKLOG"] ?? "100000");
const members = 1_000;
/** Of each question in a second: as a team's pages would ask. */
const rate = 10;
const seconds = 20;
/** What begins with a backlog is over by then. */
const settleMs = 5_000;
const timeoutMs = 120_000;

const questions = [
  ["GET /v1/posts", "/v1/posts?member=all"],
  ["GET /v1/posts/counts", "/v1/posts/counts?member=all"],
  ["GET /v1/leaderboard", "/v1/leaderboard?limit=51"],
] as const;

/** Members with points, as the ledger's transactions would have left them. */
async function addMembers({ pool, org }: PublishingFixture): Promise<void> {
  await pool.query(
    `with made as (insert into members (id, org_id, name, email, role)
       select gen_random_uuid(), $1, 'Member ' || n, 'm@example.org', 'member' from generate_series(1, $2::int) as n returning id),
     totals as (insert into member_totals (member_id, org_id, points) select id, $1, 50 from made)
     insert into member_days (org_id, member_id, day, channel_id, points)
       select $1, id, current_date, (select id from channels where org_id = $1 limit 1), 50 from made`,
    [org.orgId, members],
  );
}

type Answered = Map<string, { p50: number; p99: number; max: number }>;

/** Asks from threads of their own, all questions beside each other: what asks must not hold up what answers. */
async function askAll(stage: PublishingFixture, port: number): Promise<Answered> {
  const answered = await Promise.all(
    questions.map(async ([what, path]) => {
      const found = await autocannon({
        url: `http://127.0.0.1:${port}${path}`,
        headers: { authorization: `Bearer ${stage.org.key}` },
        connections: 2,
        overallRate: rate,
        workers: 1,
        duration: seconds,
      });
      const wrong = found.non2xx + found.errors + found.timeouts;
      if (wrong > 0) throw new Error(`${what}: ${wrong} answers were not 2xx.`);
      return [what, found.latency] as const;
    }),
  );
  return new Map(answered);
}

const askOnce = async ({ org }: PublishingFixture, port: number, path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${org.key}` } })).text();

const outOf = async ({ pool }: PublishingFixture): Promise<number> =>
  (await pool.query("select count(*)::int as n from posts where status = 'published'")).rows[0].n;

/** What people wait for while far more is due than can go out: the worker in a process of its own, and in the one that answers. */
export async function measureLateBacklog(say: (line: string) => void): Promise<BenchLine[]> {
  const stage = await openPublishingFixture();
  // Each request is logged, as in the product, and read by nobody.
  const http = await openServiceHttp(stage, pino({ level: "info" }, destination("/dev/null")));
  // As the product has it, which sends by connections of its own where it answers as well.
  const own = new pg.Pool({ ...stage.database.connection, max: 8 });
  const lines: BenchLine[] = [];
  try {
    const port = await listen(createGuardedListener(http));
    await addMembers(stage);
    say(`writing ${posts.toLocaleString("en-GB")} posts …`);
    // Due since the hour began, with nobody there yet who sends them.
    await createDuePosts(stage, posts, 0, 0);
    await stage.pool.query("vacuum analyze posts");
    const measure = async (name: string) => {
      const before = await outOf(stage);
      const startedAt = performance.now();
      const found = await askAll(stage, port);
      const out = ((await outOf(stage)) - before) / ((performance.now() - startedAt) / 1_000);
      for (const [what, { p50, p99, max }] of found) {
        lines.push(createNote(`${name}: ${what}, p50, p99, worst`, `${p50}, ${p99}, ${max} ms`));
        say(`${lines.at(-1)?.what}: ${lines.at(-1)?.value}`);
      }
      lines.push(
        createNote(`${name}: posts published per second, load`, `${out.toFixed(0)}, ${loadavg()[0]?.toFixed(1)}`),
      );
      say(`${lines.at(-1)?.what}: ${lines.at(-1)?.value}`);
    };
    const begun = async (from: number) => {
      await waitUntil("posts are published", async () => (await outOf(stage)) > from, timeoutMs);
      await pause(settleMs);
    };
    // Code that is new is slow once.
    for (let at = 0; at < 20; at += 1) await Promise.all(questions.map(([, path]) => askOnce(stage, port, path)));
    await measure("no worker");
    const beside = await startWorkerProcess({
      connection: { ...stage.database.connection },
      at: null,
      part: 0,
      partMs,
      poolSize: 10,
    });
    try {
      await begun(0);
      await measure("a worker in its own process");
    } finally {
      beside.kill("SIGTERM");
      await beside.ended;
    }
    for (const [name, pool] of [
      ["one process for all", own],
      ["the same, with one shared pool", stage.pool],
    ] as const) {
      const within = stage.makeWorker({ pool, connectorFor: createSlowConnector(stage.connectorFor) });
      const already = await outOf(stage);
      await within.start("all");
      await begun(already);
      await measure(name);
      await within.stop();
    }
    const left = posts - (await outOf(stage));
    if (left < posts / 10) throw new Error(`Only ${left} posts are left: the backlog did not last to the end.`);
    lines.push(createNote("still due at the end", left.toLocaleString("en-GB")));
    return lines;
  } finally {
    await http.close();
    await own.end();
    await stage.close();
  }
}
