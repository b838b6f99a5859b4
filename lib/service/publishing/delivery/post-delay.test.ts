import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatDelayMessage } from "#lib/contract/messages/delay-message.ts";
import type { PostDelay } from "#lib/contract/types.ts";
import type { OutgoingPart, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { loadPosts } from "#lib/service/posts/read/load-posts.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createScriptedConnector, outage } from "#lib/service/publishing/testing/scripted-connector.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());

async function lateOf(id: string): Promise<PostDelay | null> {
  const [post] = await loadPosts(stage.pool, [id], stage.origin);
  if (!post) throw new Error("no post");
  return post.delay ?? null;
}

/** Returns the delay message as read `leftMs` before the end of the wait, independent of the request's duration. */
async function told(id: string, leftMs = 0): Promise<string | null> {
  const late = await lateOf(id);
  const now = new Date(Date.parse(late?.until ?? "") - leftMs);
  return formatDelayMessage(late, { platform: "X", now, time: (instant) => instant });
}

const why = (id: string, wanted: string | null) =>
  waitUntil(`late is ${wanted}`, async () => ((await lateOf(id))?.reason ?? null) === wanted);

type Answer = (
  part: OutgoingPart,
  nth: number,
  signal: AbortSignal,
  accept: () => PublishOutcome,
) => PublishOutcome | Promise<PublishOutcome>;

/** Runs a worker over a platform that the test scripts; nothing is due afterwards. */
async function withAnswer(
  answer: Answer,
  work: (write: (text: string, platform?: string) => Promise<string>) => Promise<void>,
) {
  const platform = createScriptedConnector({ answer });
  const worker = stage.makeWorker({ connectorFor: platform.connectorFor });
  await worker.start("all");
  try {
    await work((text, slug) => stage.write(worker, { parts: [text], ...(slug && { platform: slug }) }));
  } finally {
    await worker.stop();
    await stage.pool.query("update posts set due_at = null where due_at is not null");
    await stage.pool.query("update channels set wait_until = null, state = 'connected'");
  }
}

describe("reason of a delay", () => {
  test("a rate limit is the reason, for the limited post and for those behind it", async () => {
    const until = new Date(Date.now() + 90_000);
    await withAnswer(
      () => ({ type: "wait", until }),
      async (write) => {
        const first = await write("Slow down");
        await why(first, "channel_waits");
        const second = await write("Behind it");
        await why(second, "channel_waits");
        for (const id of [first, second]) {
          const waits = await stage.pool.query("select max(wait_until) as until from channels");
          const waitsUntil: Date = waits.rows[0].until;
          // The wait is never shorter than requested; it is longer by the time that the write took.
          expect(waitsUntil.getTime() - until.getTime()).toBeGreaterThan(-1_000);
          expect(waitsUntil.getTime() - until.getTime()).toBeLessThan(30_000);
          expect(await told(id)).toBe(`Waiting for X until ${waitsUntil.toISOString()} (it asked us to slow down)`);
        }
      },
    );
  });

  test("a failed attempt is the reason, with its number and the time of the next one", async () => {
    await withAnswer(
      () => ({ type: "temporary", error: outage, retryAfterMs: 40_000 }),
      async (write) => {
        const id = await write("Down");
        await why(id, "retry");
        const row = await stage.rowOf(id);
        expect(await lateOf(id)).toEqual({
          reason: "retry",
          until: row.due_at?.toISOString(),
          attempt: 1,
          attempts_max: 8,
          detail: "server",
        });
        const { rows } = await stage.pool.query(
          "select extract(epoch from due_at - at)::float as s from posts join post_events on post_id = posts.id where post_id = $1 and kind = 'attempt_failed'",
          [id],
        );
        expect(rows).toEqual([{ s: 40 }]);
        expect(await told(id, 39_500)).toBe("Attempt 1 of 8, next in 40 s (X had an error)");
      },
    );
  });

  test("a lookup after a lost answer is the reason, until the next lookup", async () => {
    await withAnswer(
      () => ({ type: "unknown" }),
      async (write) => {
        const id = await write("Lost");
        await why(id, "looking_up");
        expect(Date.parse((await lateOf(id))?.until ?? "") - Date.now()).toBeGreaterThan(45_000);
      },
    );
  });

  test("sending is the reason while it lasts, and the queue for the posts behind it", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await withAnswer(
      async (_part, _nth, _signal, accept) => {
        await held;
        return accept();
      },
      async (write) => {
        const first = await write("Under way");
        await why(first, "sending");
        expect(await lateOf(first)).toMatchObject({ attempt: 1, attempts_max: 8, until: null });
        const second = await write("Next in line");
        await why(second, "queued");
        release();
        await why(first, null);
        await why(second, null);
      },
    );
  });

  test("a lookup that a dead worker left to the next one is the reason", async () => {
    const id = stage.clock.newId();
    const { id: channelId } = stage.channelOn("x");
    await stage.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, due_at, lease_until)
       values ($1, $2, $3, $1, $4, 'x', 'publishing', 'thread', '[{"text":"t"}]', 0, now(), now() + interval '1 minute')`,
      [id, stage.org.orgId, stage.org.memberId, channelId],
    );
    await stage.pool.query(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state, started_at)
       values ($1, $2, 1, 't', 'k', 'sending', now() - interval '2 minutes')`,
      [id, channelId],
    );
    await stage.pool.query("insert into post_events (id, post_id, kind) values (gen_random_uuid(), $1, 'started')", [
      id,
    ]);
    expect(await lateOf(id)).toMatchObject({ reason: "looking_up", until: null });
    await stage.pool.query("update posts set due_at = null, status = 'failed' where id = $1", [id]);
  });

  test("the undo period of a publish is the reason", async () => {
    const worker = stage.makeWorker();
    await worker.start("web");
    const id = await stage.write(worker, { parts: ["With grace"] });
    await stage.pool.query("update posts set due_at = now() + interval '1 minute' where id = $1", [id]);
    expect(await lateOf(id)).toMatchObject({ reason: "grace" });
    expect(await told(id, 4_500)).toBe("Publishes in 5 s; you can undo until then");
    await worker.stop();
    await stage.pool.query("update posts set due_at = null, status = 'draft' where id = $1", [id]);
  });
});

describe("reason of a delay on the practice platform", () => {
  test.each([
    ["Goes out", null],
    ["#fail-temporary", "retry"],
    ["#fail-reconnect", null],
    ["#fail-rejected", null],
    ["#fail-unknown", null],
    ["#fail-unconfirmed", null],
    ["#slow", "sending"],
  ])("%s: %s", async (text, wanted) => {
    const worker = stage.makeWorker();
    await worker.start("all");
    const id = await stage.write(worker, { parts: [text] });
    await waitUntil("the post has reached the state", async () => {
      const [row, late] = [await stage.rowOf(id), await lateOf(id)];
      const isEnded = row.status === "published" || row.status === "failed";
      return wanted === null ? isEnded && late === null : late?.reason === wanted;
    });
    await worker.stop();
    await stage.pool.query("update posts set due_at = null where due_at is not null");
    await stage.pool.query("update channels set state = 'connected'");
  });

  test("a future post, a draft, a canceled and a deleted post have no delay", async () => {
    const worker = stage.makeWorker();
    await worker.start("web");
    const id = await stage.write(worker, { parts: ["Later"], inMs: 3_600_000 });
    expect(await lateOf(id)).toBeNull();
    for (const status of ["draft", "canceled"]) {
      await stage.pool.query("update posts set status = $2, due_at = null where id = $1", [id, status]);
      expect(await lateOf(id)).toBeNull();
    }
    await stage.pool.query("update posts set status = 'publishing', due_at = now(), deleted_at = now() where id = $1", [
      id,
    ]);
    expect(await lateOf(id)).toBeNull();
    await worker.stop();
  });
});
