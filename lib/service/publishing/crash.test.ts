import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advisoryLockKeySql } from "#lib/service/db/listen/process-connection.ts";
import type { Publisher } from "./publisher.ts";
import { openPublishingFixture, type PublishingFixture, waitUntil } from "./testing/publishing-fixture.ts";
import { createScriptedConnector } from "./testing/scripted-connector.ts";
import { startWorkerProcess } from "./testing/worker-process.ts";

let stage: PublishingFixture;
let web: Publisher;
beforeAll(async () => {
  stage = await openPublishingFixture();
  web = stage.makeWorker();
  await web.start("web");
});
afterAll(() => stage.close());

const isPublished = (id: string) =>
  waitUntil("the post is published", async () => (await stage.rowOf(id)).status === "published");

/** Runs a worker in this process until `work` has ended. */
async function withWorker(
  work: () => Promise<void>,
  parts: Parameters<PublishingFixture["makeWorker"]>[0] = {},
): Promise<void> {
  const worker = stage.makeWorker(parts);
  await worker.start("worker");
  await work().finally(() => worker.stop());
}

async function onTimeline(texts: string[]) {
  const items = (await stage.timeline()).filter((item) => texts.includes(item.text));
  expect(items.map((item) => item.text)).toEqual(texts);
  expect(items.map((item) => item.reply_to)).toEqual(texts.map((_, index) => items[index - 1]?.id ?? null));
}

describe("killed", () => {
  test.for([
    ["after the lease, before any part", "taken", 0],
    ["after a part is marked, before its request", "sending", 1],
    ["after the answer, before its id is saved", "answered", 1],
    ["between two parts", "saved", 1],
    ["in the middle, after the mark", "sending", 2],
    ["in the middle, after the answer", "answered", 2],
    ["after the last answer", "answered", 3],
    ["after the last part is saved", "saved", 3],
  ] as const)("%s: a thread is published once and in order", async ([name, at, part]) => {
    const texts = [1, 2, 3].map((number) => `${name}: ${number}`);
    const id = await stage.write(web, { parts: texts });
    const killed = await startWorkerProcess({ connection: stage.connection, at, part });
    expect(await killed.ended).toBe("SIGKILL");
    await withWorker(() => isPublished(id));
    await onTimeline(texts);
  });

  test("a worker that takes over does not wait for the dead worker's lease", async () => {
    const id = await stage.write(web, { parts: ["Taken over"] });
    await (await startWorkerProcess({ connection: stage.connection, at: "sending", part: 1 })).ended;
    const leaseUntil = (await stage.rowOf(id)).lease_until?.getTime() ?? 0;
    expect(leaseUntil).toBeGreaterThan(Date.now() + 60_000);
    await withWorker(() => isPublished(id));
    expect(Date.now()).toBeLessThan(leaseUntil - 60_000);
  });

  test("where repeats would duplicate, the takeover waits until no call of the dead worker can be in progress", async () => {
    const platform = createScriptedConnector({ answer: (_part, _nth, _signal, accept) => accept() });
    const id = await stage.write(web, { parts: ["No key there"] });
    await (await startWorkerProcess({ connection: stage.connection, at: "sending", part: 1 })).ended;
    const parts = { connectorFor: platform.connectorFor };
    await withWorker(async () => {
      await waitUntil("the part was looked up", async () => platform.looks.length > 0);
      await waitUntil("the post is postponed", async () => (await stage.rowOf(id)).lease_until === null);
      // The first lookup that no call of the dead worker can outlast starts the pause of an absent part.
      await stage.passTime(21_000);
      await waitUntil("the part was looked up again", async () => platform.looks.length > 1);
      await waitUntil("the post is postponed", async () => (await stage.rowOf(id)).lease_until === null);
      expect(platform.requests).toEqual([]);
      await stage.passTime(61_000);
      await isPublished(id);
      expect(platform.requests).toHaveLength(1);
    }, parts);
  });
});

describe("graceful stop", () => {
  test("the current part finishes, the next one is left to another worker, and the process exits with 0", async () => {
    const texts = ["#slow first", "second, by another"];
    const id = await stage.write(web, { parts: texts });
    const first = await startWorkerProcess({ connection: stage.connection, at: null, part: 0 });
    await waitUntil("the first part is being sent", async () => {
      const { rows } = await stage.pool.query("select 1 from planned_parts where post_id = $1 and state = 'sending'", [
        id,
      ]);
      return rows.length > 0;
    });
    first.kill("SIGTERM");
    expect(await first.ended).toBe("0");
    const states = await stage.pool.query("select state from planned_parts where post_id = $1 order by number", [id]);
    expect(states.rows.map((row) => row.state)).toEqual(["sent", "waiting"]);
    const leases = await stage.pool.query("select count(*)::int as held from channels where lease_until is not null");
    expect(leases.rows[0].held).toBe(0);
    await withWorker(() => isPublished(id));
    await onTimeline(texts);
  });
});

describe("concurrent workers", () => {
  test("eight workers with one post send it once", async () => {
    const workers = Array.from({ length: 8 }, () => stage.makeWorker());
    await Promise.all(workers.map((worker) => worker.start("worker")));
    const texts = [1, 2, 3, 4, 5].map((number) => `Eight workers: ${number}`);
    const ids = [await stage.write(web, { parts: texts }), await stage.write(web, { parts: ["Eight workers: next"] })];
    for (const id of ids) await isPublished(id);
    await Promise.all(workers.map((worker) => worker.stop()));
    await onTimeline(texts);
    expect((await stage.timeline()).filter((item) => item.text === "Eight workers: next")).toHaveLength(1);
    expect((await stage.events(ids[0] ?? "")).filter((event) => event.kind === "started")).toHaveLength(1);
  });

  test("a worker that goes on while another one hangs before its lease is not taken for dead", async () => {
    const channelId = stage.channelOn("x").id;
    const hanging = await stage.pool.connect();
    await hanging.query(`select pg_advisory_lock(${advisoryLockKeySql("$1")})`, [channelId]);
    let answer: () => void = () => undefined;
    const platform = createScriptedConnector({
      answer: async (part, _nth, _signal, accept) => {
        if (part.text === "Sent by the first") await new Promise<void>((resolve) => (answer = resolve));
        return accept();
      },
      repeats: { deduplicated: false, absentAfterMs: 0, resends: null },
    });
    const first = stage.makeWorker({ connectorFor: platform.connectorFor });
    await first.start("worker");
    const id = await stage.write(web, { parts: ["Sent by the first"] });
    await waitUntil("the request is on its way", async () => platform.requests.length === 1);
    await hanging.query("select pg_advisory_unlock_all()");
    hanging.release();
    // Only the second worker's posts are on the practice channels.
    // The second worker may get neither channel, so each try starts a new second worker.
    const platforms = ["bluesky", "linkedin"];
    const bySecond = async () => (await Promise.all(platforms.map((name) => stage.timeline(name)))).flat().length > 0;
    for (let second = stage.makeWorker(); !(await bySecond()); second = stage.makeWorker()) {
      await second.start("worker");
      const ids = platforms.map((platform) => stage.write(web, { platform, parts: ["By the second"] }));
      await Promise.all((await Promise.all(ids)).map(isPublished));
      await second.stop();
    }
    answer();
    await isPublished(id);
    await first.stop();
    expect((await stage.events(id)).filter((event) => event.kind === "started")).toHaveLength(1);
    expect(platform.requests.filter((part) => part.text === "Sent by the first")).toHaveLength(1);
  });

  test("a worker that lost its lease writes nothing more, and its sent part is found, not repeated", async () => {
    let answer: () => void = () => undefined;
    const platform = createScriptedConnector({
      answer: async (part, nth, _signal, accept) => {
        const outcome = accept();
        // The platform stores the part at once, but answers when another worker has leased the channel.
        if (part.number === 1 && nth === 1) await new Promise<void>((resolve) => (answer = resolve));
        return outcome;
      },
      repeats: { deduplicated: true, absentAfterMs: 0, resends: null },
    });
    const first = stage.makeWorker({ connectorFor: platform.connectorFor });
    await first.start("worker");
    const id = await stage.write(web, { parts: ["Lost lease", "Goes on"] });
    await waitUntil("the part is on the timeline", async () => platform.journal.length === 1);
    // The state after this worker's process has hung for longer than its lease.
    await stage.pool.query("update channels set lease_until = now() - interval '1 second'");
    await stage.pool.query("update posts set lease_until = now() - interval '1 second' where id = $1", [id]);
    const second = stage.makeWorker({ connectorFor: platform.connectorFor, timing: { sweepMs: 200 } });
    await second.start("worker");
    await isPublished(id);
    const before = await stage.events(id);
    answer();
    await first.stop();
    await second.stop();
    expect(await stage.events(id)).toEqual(before);
    expect(platform.journal.map((item) => item.text)).toEqual(["Lost lease", "Goes on"]);
  });

  test("a machine whose clock is five minutes ahead sends nothing early", async () => {
    const id = await stage.write(web, { parts: ["Not early"], inMs: 1_500 });
    const due = (await stage.rowOf(id)).due_at;
    const ahead = await startWorkerProcess({ connection: stage.connection, at: null, part: 0, clockAheadMs: 300_000 });
    await isPublished(id);
    ahead.kill("SIGKILL");
    await ahead.ended;
    const { rows } = await stage.pool.query(
      "select published_at >= $1 as kept from practice_items where text = 'Not early'",
      [due],
    );
    expect(rows[0].kept).toBe(true);
  });

  test("a post for now from a machine whose clock is five minutes ahead is published now", async () => {
    const clock = { now: () => new Date(Date.now() + 300_000), newId: stage.clock.newId };
    const ahead = stage.makeWorker({ clock });
    await ahead.start("all");
    const id = stage.clock.newId();
    await stage.writeAt(ahead, { id, parts: ["Now, by a fast clock"], dueAt: clock.now() });
    await isPublished(id);
    await ahead.stop();
  });
});

describe("after downtime", () => {
  test("posts up to a day late are published; later ones fail as missed, once", async () => {
    const texts = ["Slept 30 h", "Slept 20 h"];
    const [old, young] = [
      await stage.write(web, { parts: [texts[0] ?? ""] }),
      await stage.write(web, { parts: [texts[1] ?? ""] }),
    ];
    const late = async (id: string, hours: number) =>
      stage.pool.query("update posts set due_at = due_at - $2 * interval '1 hour' where id = $1", [id, hours]);
    await late(old ?? "", 30);
    await late(young ?? "", 20);
    await withWorker(async () => {
      await isPublished(young ?? "");
      await waitUntil("the old post has failed", async () => (await stage.rowOf(old ?? "")).status === "failed");
    });
    expect(await stage.rowOf(old ?? "")).toMatchObject({ failure_cause: "missed" });
    expect((await stage.rowOf(old ?? "")).error).toContain("30 hours ago");
    expect((await stage.timeline()).map((item) => item.text)).not.toContain("Slept 30 h");
    expect((await stage.events(old ?? "")).filter((event) => event.kind === "failed")).toHaveLength(1);
  });

  test.each(["before", "after"])(
    "posts whose notification was lost %s the start are found by their rows",
    async (when) => {
      const silent = { wakeAt: async () => undefined };
      const write = async () => [
        await stage.write(silent, { parts: [`Silent ${when}, due`] }),
        await stage.write(silent, { parts: [`Silent ${when}, soon`], inMs: 1_200 }),
      ];
      const written = when === "before" ? await write() : [];
      await withWorker(
        async () => {
          for (const id of when === "before" ? written : await write()) await isPublished(id);
        },
        { timing: { lookMs: 300 } },
      );
    },
  );

  test("a post whose transaction commits after its time is published at once", async () => {
    // No look finds it: only the notification of its commit does.
    await withWorker(
      async () => {
        await isPublished(await stage.write(web, { parts: ["Written slowly"], inMs: 100, commitAfterMs: 400 }));
      },
      { timing: { lookMs: 3_600_000 } },
    );
  });

  test("the worker resumes after a database outage", async () => {
    await withWorker(async () => {
      await stage.cutConnections();
      const id = await stage.write(web, { parts: ["After the break"] });
      await isPublished(id);
    });
  });
});
