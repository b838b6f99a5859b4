import autocannon from "autocannon";
import { destination, pino } from "pino";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createSlowConnector, partMs } from "./delivery/create-slow-connector.ts";
import { measureLateBacklog } from "./delivery/measure-late-backlog.ts";
import { measureLateCost } from "./delivery/measure-late-cost.ts";
import { measureLateRate } from "./delivery/measure-late-rate.ts";
import { measureLateWorkers } from "./delivery/measure-late-workers.ts";
import { type BenchLine, type BenchParts, createNote, expectAtMost, percentile } from "./measurement.ts";
import { createGuardedListener, listen, openServiceHttp } from "./servers/http-server.ts";

export const about =
  "how late scheduled posts go out: idle, busy (beside 2,000 requests/s), burst (1,000 due in one second at 50 ms a part), workers (10,000 in a minute by 1, 2 and 4), backlog (what people wait for while 100,000 are due), cost (what one post costs the database), rate (posts in a second by 1 and 4 workers)";

const idlePosts = 200;
const idleSpanMs = 20_000;
const busyRate = 2_000;
const burstPosts = 1_000;
const burstChannels = 20;
const aheadMs = 20_000;

async function addChannels(stage: PublishingFixture, count: number): Promise<string[]> {
  const { rows } = await stage.pool.query(
    `insert into channels (id, org_id, platform, name, username, practice)
     select gen_random_uuid(), $1, 'x', 'Bench', 'bench_' || n, true from generate_series(1, $2::int) as n returning id`,
    [stage.org.orgId, count],
  );
  return rows.map((row) => row.id);
}

/** Lateness of each post in ms: stamped by the receiving platform, by the clock that also says what is due. */
async function lateness(stage: PublishingFixture): Promise<{ channelId: string; dueMs: number; arrivedMs: number }[]> {
  const { rows } = await stage.pool.query(
    `select p.channel_id, extract(epoch from p.scheduled_for) * 1000 as due,
       extract(epoch from i.published_at) * 1000 as arrived
     from posts p join practice_items i on i.key = p.id || '.1' where p.scheduled_for is not null`,
  );
  return rows.map((row) => ({ channelId: row.channel_id, dueMs: Number(row.due), arrivedMs: Number(row.arrived) }));
}

async function allOut(stage: PublishingFixture): Promise<void> {
  const open = "select count(*)::int as open from posts where status <> 'published'";
  await waitUntil("all posts are published", async () => (await stage.pool.query(open)).rows[0].open === 0, 120_000);
}

/** Posts at random instants of 20 s on three channels; how late each was, in ms. */
async function spread(stage: PublishingFixture): Promise<number[]> {
  const worker = stage.makeWorker();
  await worker.start("all");
  const platforms = ["x", "bluesky", "linkedin"];
  for (let at = 0; at < idlePosts; at += 1) {
    const platform = platforms[at % platforms.length] ?? "x";
    await stage.write(worker, { platform, parts: [`Post ${at}`], inMs: 2_000 + Math.random() * idleSpanMs });
  }
  await allOut(stage);
  const late = (await lateness(stage)).map((post) => post.arrivedMs - post.dueMs);
  if (late.some((ms) => ms < 0)) throw new Error("A post was published before its time.");
  return late;
}

async function idle(say: (line: string) => void): Promise<BenchLine[]> {
  const stage = await openPublishingFixture();
  try {
    say(`${idlePosts} posts at random instants of ${idleSpanMs / 1000} s …`);
    const late = await spread(stage);
    return [
      createNote("idle, p50", `${percentile(late, 0.5).toFixed(1)} ms`),
      expectAtMost("idle, p99", percentile(late, 0.99), 100, " ms"),
    ];
  } finally {
    await stage.close();
  }
}

/** The same beside readers: the process that delivers answers as many requests as it can, 2,000 a second at most. */
async function busy(say: (line: string) => void): Promise<BenchLine[]> {
  const stage = await openPublishingFixture();
  // Each request is logged, as in the product, and read by nobody.
  const http = await openServiceHttp(stage, pino({ level: "info" }, destination("/dev/null")));
  try {
    const port = await listen(createGuardedListener(http));
    say(`${idlePosts} posts beside ${busyRate} requests/s …`);
    // In a thread of its own: what asks must not hold up what answers.
    const load = autocannon({
      url: `http://127.0.0.1:${port}/v1/me`,
      headers: { authorization: `Bearer ${stage.org.key}` },
      connections: 32,
      overallRate: busyRate,
      workers: 1,
      duration: idleSpanMs / 1000 + 4,
    });
    const late = await spread(stage);
    const answered = await load;
    const wrong = answered.non2xx + answered.errors + answered.timeouts;
    if (wrong > 0) throw new Error(`${wrong} answers were not 2xx.`);
    return [
      createNote("requests answered meanwhile", `${Math.round(answered.requests.average)}/s of ${busyRate}/s`),
      createNote("beside them, p50", `${percentile(late, 0.5).toFixed(1)} ms`),
      expectAtMost("beside them, p99", percentile(late, 0.99), 250, " ms"),
    ];
  } finally {
    await http.close();
    await stage.close();
  }
}

/** When a platform that takes one part after the other on each channel could be done at best, ms after the first is due. */
function floorMs(posts: readonly { channelId: string; dueMs: number }[], firstMs: number): number {
  const free = new Map<string, number>();
  for (const post of posts.toSorted((a, b) => a.dueMs - b.dueMs)) {
    free.set(post.channelId, Math.max(free.get(post.channelId) ?? 0, post.dueMs) + partMs);
  }
  return Math.max(...free.values()) - firstMs;
}

async function burst(say: (line: string) => void): Promise<BenchLine[]> {
  const stage = await openPublishingFixture();
  try {
    const channels = await addChannels(stage, burstChannels);
    const worker = stage.makeWorker({ connectorFor: createSlowConnector(stage.connectorFor) });
    await worker.start("all");
    say(`${burstPosts} posts due in one second on ${burstChannels} channels …`);
    const writtenAt = performance.now();
    const serials = Array.from({ length: burstPosts }, (_, at) => at);
    const write = async () => {
      for (let at = serials.pop(); at !== undefined; at = serials.pop()) {
        // Far enough ahead that all are written before the first is due.
        const inMs = aheadMs - (performance.now() - writtenAt) + Math.random() * 1_000;
        if (inMs < 500) throw new Error("This machine is too busy: the posts could not be written in time.");
        await stage.write(worker, { channelId: channels[at % channels.length] ?? "", parts: [`Burst ${at}`], inMs });
      }
    };
    await Promise.all(Array.from({ length: 8 }, write));
    await allOut(stage);
    const posts = await lateness(stage);
    const firstMs = Math.min(...posts.map((post) => post.dueMs));
    const doneMs = Math.max(...posts.map((post) => post.arrivedMs)) - firstMs;
    const floor = floorMs(posts, firstMs);
    const firstOf = new Map<string, number>();
    for (const post of posts.toSorted((a, b) => a.dueMs - b.dueMs)) {
      if (!firstOf.has(post.channelId)) firstOf.set(post.channelId, post.arrivedMs - post.dueMs - partMs);
    }
    return [
      createNote("the platform alone", `${(floor / 1000).toFixed(2)} s`),
      createNote("the last of 1,000 arrived after", `${(doneMs / 1000).toFixed(2)} s`),
      expectAtMost("finished, against the platform alone", doneMs / floor, 2),
      createNote("first post of each channel, worst", `${Math.max(...firstOf.values()).toFixed(1)} ms late`),
    ];
  } finally {
    await stage.close();
  }
}

export const parts: BenchParts = {
  idle,
  busy,
  burst,
  workers: measureLateWorkers,
  backlog: measureLateBacklog,
  cost: measureLateCost,
  rate: measureLateRate,
};

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const part of Object.values(parts)) lines.push(...(await part(say)));
  return lines;
}
