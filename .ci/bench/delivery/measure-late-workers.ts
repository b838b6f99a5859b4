import { loadavg } from "node:os";
import { inTransaction } from "#lib/service/db/transaction.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { startWorkerProcess } from "#lib/service/publishing/testing/worker-process.ts";
import { type BenchLine, createNote, percentile } from "../measurement.ts";
import { partMs } from "./create-slow-connector.ts";

const posts = 10_000;
const spanMs = 60_000;
const channels = 100;
const workerCounts = [1, 2, 4];
const batch = 250;
const lanes = 4;
const leadMs = 5_000;
const twoHoursMs = 2 * 60 * 60_000;
const timeoutMs = 600_000;

/**
 * Posts spread evenly over a time, two hours from now unless said, each with words of its own: copies of one text wait for each
 * other, see `create-claim.ts`. With their wake-ups, as creating them leaves them.
 * @param first the number of the first post: a second call for the same stage begins after the first one's posts
 */
export async function createDuePosts(
  stage: PublishingFixture,
  posts: number,
  spanMs: number,
  inMs = twoHoursMs,
  first = 0,
): Promise<void> {
  const { pool, org } = stage;
  const web = stage.makeWorker();
  await web.start("web");
  const made = await pool.query(
    `insert into channels (id, org_id, platform, name, username, practice)
     select gen_random_uuid(), $1, 'x', 'Bench', 'bench_' || n, true from generate_series(1, $2::int) as n returning id`,
    [org.orgId, channels],
  );
  const ids: string[] = made.rows.map((row) => row.id);
  let next = first;
  const lane = async () => {
    for (let from = next; from < first + posts; from = next) {
      next += batch;
      await inTransaction(pool, async (tx) => {
        const { rows } = await tx.client.query<{ id: string; channel_id: string; due_at: Date }>(
          `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, scheduled_for, due_at)
           select id, $1, $2, id, channel_id, 'x', 'scheduled', 'thread', jsonb_build_array(jsonb_build_object('text', words)), 20, due, due
           from (select gen_random_uuid() as id, regexp_replace(md5(n::text) || md5((-n)::text), '(.{6})', '\\1 ', 'g') as words, ($3::uuid[])[1 + n % $4::int] as channel_id,
               date_trunc('hour', now()) + ($8 + n * $5::float8) * interval '1 ms' as due
             from generate_series($6::int, $6::int + $7::int - 1) as n) as made
           returning id, channel_id, due_at`,
          [org.orgId, org.memberId, ids, channels, spanMs / posts, from, batch, inMs],
        );
        for (const row of rows) await web.wakeAt(tx, { id: row.id, channelId: row.channel_id }, row.due_at);
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await web.stop();
}

/** Moves them all, so that the first is due in a moment. */
async function bringNear(stage: PublishingFixture): Promise<void> {
  await inTransaction(stage.pool, async (tx) => {
    await tx.client.query(
      "with by as (select now() + $1 * interval '1 ms' - min(due_at) as by from posts) update posts set due_at = due_at + by.by, scheduled_for = scheduled_for + by.by from by",
      [leadMs],
    );
    await tx.client.query("select pg_notify('post_due', 'all')");
  });
}

type Run = { workers: number; writtenMs: number; doneMs: number; floorMs: number; late: number[]; load: string };

async function measure(workers: number): Promise<Run> {
  const stage = await openPublishingFixture();
  const running: Awaited<ReturnType<typeof startWorkerProcess>>[] = [];
  try {
    const startedAt = performance.now();
    await createDuePosts(stage, posts, spanMs);
    const writtenMs = performance.now() - startedAt;
    const input = { connection: { ...stage.database.connection }, at: null, part: 0, partMs, poolSize: 10 };
    for (let at = 0; at < workers; at += 1) running.push(await startWorkerProcess(input));
    await bringNear(stage);
    const open = "select exists (select 1 from posts where status <> 'published') as open";
    let load = "";
    await waitUntil(
      "all posts are published",
      async () => {
        load = (loadavg()[0] ?? 0).toFixed(1);
        await new Promise((resolve) => setTimeout(resolve, 500));
        return !(await stage.pool.query(open)).rows[0].open;
      },
      timeoutMs,
    );
    const { rows } = await stage.pool.query<{ channel: string; due: string; arrived: string }>(
      `select p.channel_id as channel, extract(epoch from p.scheduled_for) * 1000 as due,
         extract(epoch from i.published_at) * 1000 as arrived
       from posts p join practice_items i on i.key = p.id || '.1'`,
    );
    if (rows.length !== posts) throw new Error(`${rows.length} of ${posts} stand there.`);
    const all = rows.map((row) => ({ channel: row.channel, due: Number(row.due), arrived: Number(row.arrived) }));
    const first = Math.min(...all.map(({ due }) => due));
    return {
      workers,
      writtenMs,
      load,
      late: all.map(({ due, arrived }) => arrived - due),
      doneMs: Math.max(...all.map(({ arrived }) => arrived)) - first,
      floorMs: floorOf(all) - first,
    };
  } finally {
    for (const { kill } of running) kill("SIGTERM");
    await Promise.all(running.map(({ ended }) => ended));
    await stage.close();
  }
}

/** When the platform alone would be done: each channel takes one post after the other, none before it is due. */
function floorOf(all: readonly { channel: string; due: number }[]): number {
  const free = new Map<string, number>();
  for (const { channel, due } of all.toSorted((one, other) => one.due - other.due)) {
    free.set(channel, Math.max(free.get(channel) ?? 0, due) + partMs);
  }
  return Math.max(...free.values());
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** 10,000 posts due within one minute, with 1, 2 and 4 worker processes on one PostgreSQL server. */
export async function measureLateWorkers(say: (line: string) => void): Promise<BenchLine[]> {
  const runs: Run[] = [];
  for (const workers of workerCounts) {
    say(
      `${posts} posts due within ${spanMs / 1000} s on ${channels} channels, ${partMs} ms each, ${workers} workers …`,
    );
    const run = await measure(workers);
    say(`written in ${seconds(run.writtenMs)}, out after ${seconds(run.doneMs)}, load ${run.load}`);
    runs.push(run);
  }
  const [alone] = runs;
  return runs.flatMap(({ workers, doneMs, floorMs, late, load }) => {
    const name = `${workers} worker${workers === 1 ? "" : "s"}`;
    return [
      createNote(`${name}: the platform alone, the last arrived after`, `${seconds(floorMs)}, ${seconds(doneMs)}`),
      createNote(`${name}: finished, against the platform alone`, (doneMs / floorMs).toFixed(3)),
      createNote(`${name}: finished, against one worker`, (doneMs / (alone?.doneMs ?? doneMs)).toFixed(3)),
      createNote(
        `${name}: late beyond ${partMs} ms, p50 and p99`,
        `${(percentile(late, 0.5) - partMs).toFixed(0)} and ${(percentile(late, 0.99) - partMs).toFixed(0)} ms, load ${load}`,
      ),
    ];
  });
}
