import { setTimeout as pause } from "node:timers/promises";
import { countStatements } from "#lib/service/db/testing/count-statements.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createScriptedConnector } from "#lib/service/publishing/testing/scripted-connector.ts";
import { type BenchLine, createNote, expectAtMost } from "../measurement.ts";

const posts = 200;
const spanMs = 10_000;
const leadMs = 4_000;

/** The most round trips and writing transactions of one post from due to published. */
const most = { roundTrips: 11.5, commits: 3.1 };

/** The server's number of transactions that wrote, and of bytes in its log. */
async function readWrites(stage: PublishingFixture): Promise<{ commits: number; walBytes: number }> {
  const { rows } = await stage.pool.query(
    "select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal",
  );
  return { commits: Number(rows[0].xid), walBytes: Number(rows[0].wal) };
}

type Cost = { roundTrips: number; commits: number; walBytes: number };

/**
 * Measures what one scheduled post of one part with a claim costs the database, from due to published on a platform that answers
 * at once: the same time without posts is taken off. Independent of the machine's speed and load.
 */
export async function measureLateCost(say: (line: string) => void): Promise<BenchLine[]> {
  const stage = await openPublishingFixture();
  const statements = countStatements();
  const during = async (work: () => Promise<void>): Promise<Cost> => {
    const [from, sent] = [await readWrites(stage), statements.read()];
    await work();
    const [to, sentNow] = [await readWrites(stage), statements.read()];
    return {
      // Without the read of the writes itself.
      roundTrips: sentNow - sent - 1,
      commits: to.commits - from.commits,
      walBytes: to.walBytes - from.walBytes,
    };
  };
  try {
    const { connectorFor } = createScriptedConnector({ answer: (_part, _nth, _signal, accept) => accept() });
    const worker = stage.makeWorker({ connectorFor });
    await worker.start("all");
    say(`${posts} posts, one after the other over ${spanMs / 1000} s …`);
    const idle = await during(() => pause(spanMs));
    const startedAt = performance.now();
    for (let at = 0; at < posts; at += 1) {
      const platform = ["x", "bluesky", "linkedin"][at % 3] ?? "x";
      const inMs = leadMs + (at * spanMs) / posts - (performance.now() - startedAt);
      await stage.write(worker, { platform, parts: [`Post ${at} about ${at * 7919} things`], inMs });
    }
    if (performance.now() - startedAt > leadMs) throw new Error("This machine is too busy: the posts came too late.");
    const busy = await during(async () => {
      await pause(leadMs + spanMs - (performance.now() - startedAt));
    });
    const open = "select count(*)::int as open from posts where status <> 'published'";
    await waitUntil("all posts are published", async () => (await stage.pool.query(open)).rows[0].open === 0, 60_000);
    const each = (of: keyof Cost) => (busy[of] - idle[of]) / posts;
    return [
      createNote(
        "a second of idling: round trips, commits",
        `${(idle.roundTrips / (spanMs / 1000)).toFixed(1)}, ${(idle.commits / (spanMs / 1000)).toFixed(1)}`,
      ),
      expectAtMost("round trips of one post", each("roundTrips"), most.roundTrips),
      expectAtMost("writing transactions of one post", each("commits"), most.commits),
      createNote("bytes in the write-ahead log", `${(each("walBytes") / 1024).toFixed(1)} kB`),
    ];
  } finally {
    statements.end();
    await stage.close();
  }
}
