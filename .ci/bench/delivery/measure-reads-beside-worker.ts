import { monitorEventLoopDelay } from "node:perf_hooks";
import autocannon from "autocannon";
import { destination, pino } from "pino";
import { compactPostCounters } from "#lib/service/posts/read/compact-post-counters.ts";
import { openPublishingFixture, waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { startWorkerProcess } from "#lib/service/publishing/testing/worker-process.ts";
import { type BenchLine, createNote, expectAtMost } from "../measurement.ts";
import { createGuardedListener, listen, openServiceHttp } from "../servers/http-server.ts";
import { createDuePosts } from "./measure-late-workers.ts";

const connections = 32;
const seconds = 10;
const postsPerSecond = 100;
/** Enough for both measurements and the start of the worker. */
const posts = 4_000;
/** The worker is ready before anything is due. */
const leadMs = 5_000;
const timeoutMs = 60_000;
const limitMs = 60;
/** With fewer posts the readers would not stand beside what is promised. */
const leastShare = 0.9;

type Found = { p50: number; p99: number; perSecond: number; loopP99: number };

/** How long 32 readers of `GET /v1/posts` wait, without and with a worker in its own process that publishes 100 posts a second. */
export async function measureReadsBesideWorker(say: (line: string) => void): Promise<BenchLine[]> {
  const stage = await openPublishingFixture();
  // Each request is logged, as in the product, and read by nobody.
  const http = await openServiceHttp(stage, pino({ level: "info" }, destination("/dev/null")));
  const { pool, database, org } = stage;
  let worker: Awaited<ReturnType<typeof startWorkerProcess>> | null = null;
  const published = async (): Promise<number> =>
    (await pool.query("select count(*)::int as n from posts where status = 'published'")).rows[0].n;
  try {
    const port = await listen(createGuardedListener(http));
    await createDuePosts(stage, posts, (posts / postsPerSecond) * 1_000);
    await compactPostCounters(pool);
    await pool.query("vacuum analyze");
    const ask = async (): Promise<Found> => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      // In a thread of its own: what asks must not hold up what answers.
      const url = `http://127.0.0.1:${port}/v1/posts`;
      const headers = { authorization: `Bearer ${org.key}` };
      const found = await autocannon({ url, headers, connections, workers: 1, duration: seconds });
      delay.disable();
      const wrong = found.non2xx + found.errors + found.timeouts;
      if (wrong > 0) throw new Error(`${wrong} answers were not 2xx.`);
      const { p50, p99 } = found.latency;
      return { p50, p99, perSecond: found.requests.average, loopP99: delay.percentile(99) / 1_000_000 };
    };
    // The first run goes to compiling; it doesn't count.
    await ask();
    say(`${connections} readers, no worker …`);
    const alone = await ask();
    await pool.query(
      `update posts p set due_at = n.due, scheduled_for = n.due from (
         select id, now() + $1 * interval '1 ms' + row_number() over (order by due_at) * interval '1 second' / $2 as due
         from posts where status = 'scheduled') as n where n.id = p.id`,
      [leadMs, postsPerSecond],
    );
    const connection = { ...database.connection };
    worker = await startWorkerProcess({ connection, at: null, part: 0, poolSize: 10 });
    await waitUntil("the first posts are published", async () => (await published()) > 0, timeoutMs);
    say(`${connections} readers, a worker …`);
    const [before, startedAt] = [await published(), performance.now()];
    const beside = await ask();
    const rate = ((await published()) - before) / ((performance.now() - startedAt) / 1_000);
    if (rate < postsPerSecond * leastShare) {
      throw new Error(
        `Only ${rate.toFixed(0)} posts a second were published, and without a worker p99 was ${alone.p99} ms: the machine is too busy.`,
      );
    }
    const note = (what: string, { p50, p99, perSecond, loopP99 }: Found) =>
      createNote(
        `${connections} readers, ${what}: p50, p99, event loop p99, requests`,
        `${p50}, ${p99}, ${loopP99.toFixed(0)} ms, ${perSecond.toFixed(0)}/s`,
      );
    return [
      note("no worker", alone),
      note("a worker", beside),
      createNote("posts published meanwhile", `${rate.toFixed(0)}/s of ${postsPerSecond}/s`),
      createNote("p99 against no worker", (beside.p99 / alone.p99).toFixed(2)),
      expectAtMost("p99 beside the worker", beside.p99, limitMs, " ms"),
    ];
  } finally {
    worker?.kill("SIGTERM");
    await worker?.ended;
    await http.close();
    await stage.close();
  }
}
