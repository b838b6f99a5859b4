import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Publishing } from "./publishing.ts";
import { openStage, type Stage, until } from "./testing.ts";
import { makeScriptedPlatform, outage } from "./testing-connector.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const statusIs = (id: string, status: string) =>
  until(`post is ${status}`, async () => (await stage.rowOf(id)).status === status);
const putOff = (id: string) =>
  until("post is put off", async () => {
    const row = await stage.rowOf(id);
    return row.status === "publishing" && row.lease_until === null && row.due_at !== null && row.due_at > new Date();
  });

/** A worker over a scripted platform, for one test: nothing else is due then. */
async function withPlatform<T>(
  script: Parameters<typeof makeScriptedPlatform>[0],
  work: (worker: Publishing, platform: ReturnType<typeof makeScriptedPlatform>) => Promise<T>,
  timing = {},
): Promise<T> {
  const platform = makeScriptedPlatform(script);
  const worker = stage.makeWorker({ connectorFor: platform.connectorFor, timing });
  await worker.start("all");
  try {
    return await work(worker, platform);
  } finally {
    await worker.stop();
    await stage.pool.query("update posts set due_at = null where due_at is not null");
    await stage.pool.query("update channels set wait_until = null");
  }
}

/** Moves time on by what the post waits for, and looks again. */
async function skipWait(id: string): Promise<void> {
  const row = await stage.rowOf(id);
  await stage.passTime((row.due_at?.getTime() ?? 0) - Date.now() + 50);
}

describe("on the practice platform", () => {
  let worker: Publishing;
  beforeAll(async () => {
    worker = stage.makeWorker();
    await worker.start("all");
  });
  afterAll(() => worker.stop());

  test("#fail-temporary goes out on the third try, once", async () => {
    const id = await stage.write(worker, { parts: ["Try #fail-temporary"] });
    for (const attempt of [1, 2]) {
      await putOff(id);
      expect((await stage.rowOf(id)).attempts).toBe(attempt);
      await skipWait(id);
      await worker.stop();
      worker = stage.makeWorker();
      await worker.start("all");
    }
    await statusIs(id, "published");
    expect((await stage.timeline()).filter((item) => item.text === "Try #fail-temporary")).toHaveLength(1);
    expect((await stage.events(id)).map((event) => event.kind)).toEqual([
      ...["started", "attempt_failed", "started", "attempt_failed", "started", "part_published", "published"],
    ]);
  });

  test("#fail-rejected fails at once and says what happened, what is safe, what to do", async () => {
    const id = await stage.write(worker, { parts: ["Fine", "Not #fail-rejected", "Never"] });
    await statusIs(id, "failed");
    const row = await stage.rowOf(id);
    expect(row).toMatchObject({ failure_cause: "rejected", failure_part: 2, due_at: null, lease_until: null });
    expect(row.error).toBe(
      "X did not take part 2 of 3: The text asks for a refusal with #fail-rejected. Part 1 is out and stays. Send it again when the reason is gone. It goes on with the first part that is missing.",
    );
    const texts = (await stage.timeline()).map((item) => item.text);
    expect(texts).toContain("Fine");
    expect(texts).not.toContain("Never");
  });

  test("#fail-reconnect marks the channel, and the next post that goes out clears it", async () => {
    const { id: channelId } = stage.channelOn("linkedin");
    const state = async () =>
      (await stage.pool.query("select state from channels where id = $1", [channelId])).rows[0].state;
    const id = await stage.write(worker, { platform: "linkedin", parts: ["#fail-reconnect"] });
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "reconnect" });
    expect(await state()).toBe("reconnect");
    await statusIs(await stage.write(worker, { platform: "linkedin", parts: ["Back again"] }), "published");
    await until("the channel is connected", async () => (await state()) === "connected");
  });

  test("#fail-unknown is found by a look and stands there once", async () => {
    const id = await stage.write(worker, { parts: ["Lost #fail-unknown", "After it"] });
    await statusIs(id, "published");
    const items = await stage.timeline();
    expect(items.filter((item) => item.text === "Lost #fail-unknown")).toHaveLength(1);
    const proofs = await stage.pool.query("select proof from planned_parts where post_id = $1 order by number", [id]);
    expect(proofs.rows.map((row) => row.proof)).toEqual(["key", "answer"]);
  });

  test("#fail-unconfirmed is never sent again by itself: it fails and asks the author", async () => {
    const id = await stage.write(worker, { parts: ["Before", "Did it? #fail-unconfirmed", "After"] });
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 2, due_at: null });
    const states = await stage.pool.query("select state from planned_parts where post_id = $1 order by number", [id]);
    expect(states.rows.map((row) => row.state)).toEqual(["sent", "unknown", "waiting"]);
    expect((await stage.timeline()).some((item) => item.text.startsWith("Did it?"))).toBe(false);
  });

  test("a channel that is slow delays no other", async () => {
    const slow = await stage.write(worker, { platform: "bluesky", parts: ["#slow"] });
    await until("the slow one has begun", async () => (await stage.events(slow)).length > 0);
    const startedAt = performance.now();
    await statusIs(await stage.write(worker, { parts: ["Quick beside a slow one"] }), "published");
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    expect((await stage.rowOf(slow)).status).toBe("publishing");
    await statusIs(slow, "published");
  });

  test("the practice platform refuses what the one it imitates would, whatever we let through", async () => {
    const id = await stage.write(worker, { parts: ["x".repeat(281)] });
    await statusIs(id, "failed");
    expect((await stage.rowOf(id)).error).toContain("281 characters");
  });

  test("a row that can't be read fails alone, and the next one goes out", async () => {
    const broken = stage.clock.newId();
    await stage.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, due_at)
       values ($1, $2, $3, $1, $4, 'x', 'publishing', 'thread', '{"not": "parts"}', 0, now())`,
      [broken, stage.org.orgId, stage.org.memberId, stage.channelOn("x").id],
    );
    await statusIs(await stage.write(worker, { parts: ["After the broken one"] }), "published");
    await statusIs(broken, "failed");
    expect((await stage.rowOf(broken)).error).toContain("can't be read");
  });

  test.for(["deleted", "taken back to a draft", "moved to tomorrow", "canceled"])(
    "a post that was %s after its wake-up was written is not sent",
    async (change) => {
      const text = `Not to be sent: ${change}`;
      const id = await stage.write(worker, { parts: [text], inMs: 400 });
      const sql = {
        deleted: "deleted_at = now()",
        "taken back to a draft": "status = 'draft', due_at = null",
        "moved to tomorrow": "due_at = now() + interval '1 day'",
        canceled: "status = 'canceled', due_at = null",
      }[change];
      await stage.pool.query(`update posts set ${sql} where id = $1`, [id]);
      const marker = await stage.write(worker, { parts: [`${text}, but this`], inMs: 600 });
      await statusIs(marker, "published");
      expect((await stage.timeline()).map((item) => item.text)).not.toContain(text);
      expect(await stage.events(id)).toEqual([]);
    },
  );
});

describe("on a platform that does what it is told", () => {
  test("a rate limit is waited out, not less, and holds the whole channel", async () => {
    await withPlatform(
      {
        answer: (_part, nth, _signal, accept) =>
          nth === 1 ? { is: "wait", until: new Date(Date.now() + 90_000) } : accept(),
      },
      async (worker, platform) => {
        const first = await stage.write(worker, { parts: ["Limited"] });
        await putOff(first);
        const row = await stage.rowOf(first);
        expect((row.due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(80_000);
        expect(row.attempts).toBe(0);
        const second = await stage.write(worker, { parts: ["Behind it"] });
        await statusIs(await stage.write(worker, { platform: "bluesky", parts: ["Elsewhere"] }), "publishing");
        expect(platform.requests.map((part) => part.text)).not.toContain("Behind it");
        expect((await stage.rowOf(second)).attempts).toBe(0);
      },
    );
  });

  test("a platform that stays down is given up after eight tries, with a sentence", async () => {
    await withPlatform({ answer: () => ({ is: "temporary", error: outage }) }, async (worker, platform) => {
      const id = await stage.write(worker, { parts: ["Down"] });
      for (let attempt = 1; attempt < 8; attempt += 1) {
        await until(`attempt ${attempt}`, async () => (await stage.rowOf(id)).attempts === attempt);
        await putOff(id);
        await stage.pool.query("update posts set due_at = now() where id = $1", [id]);
        await stage.pool.query("select pg_notify('post_due', 'now')");
        await stage.pool.query("update pgboss.job set start_after = now() where state = 'created'");
        await stage.pool.query("select pg_notify('post_due', 'now')");
      }
      await statusIs(id, "failed");
      expect(platform.requests).toHaveLength(8);
      expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "gave_up", attempts: 8 });
    });
  });

  test("a part that may be out is never sent again where the platform can't be asked", async () => {
    await withPlatform({ answer: () => ({ is: "unknown" }), look: null }, async (worker, platform) => {
      const id = await stage.write(worker, { parts: ["Unsure"] });
      await statusIs(id, "failed");
      expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 1 });
      expect(platform.requests).toHaveLength(1);
      const part = await stage.pool.query("select state from planned_parts where post_id = $1", [id]);
      expect(part.rows[0].state).toBe("unknown");
    });
  });

  test("a part not found at first is looked for again before it is sent again, for platforms index late", async () => {
    await withPlatform(
      { answer: (_part, nth, _signal, accept) => (nth === 1 ? { is: "unknown" } : accept()) },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["Late index"] });
        await putOff(id);
        expect(((await stage.rowOf(id)).due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000);
        expect(platform.looks).toHaveLength(1);
        expect(platform.requests).toHaveLength(1);
      },
    );
  });

  test("a part that shows up late is found and not sent again", async () => {
    let isIndexed = false;
    await withPlatform(
      {
        answer: (_part, _nth, _signal, accept) => {
          accept();
          return { is: "unknown" };
        },
        look: () => (isIndexed ? "usual" : { is: "absent" }),
      },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["Shows late"] });
        await putOff(id);
        isIndexed = true;
        await skipWait(id);
        await stage.pool.query("select pg_notify('post_due', 'now')");
        await statusIs(id, "published");
        expect(platform.journal).toHaveLength(1);
        expect(platform.requests).toHaveLength(1);
      },
    );
  });

  test("a platform that never answers is cut off, counted as unknown, and looked up", async () => {
    await withPlatform(
      {
        answer: (_part, _nth, _signal, accept) => {
          accept();
          return new Promise(() => undefined);
        },
      },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["Black hole"] });
        await statusIs(id, "published");
        expect(platform.journal).toHaveLength(1);
        expect(platform.looks).toHaveLength(1);
      },
      { callMs: 200 },
    );
  });

  test("a connector that throws counts as no answer: it is looked up, not sent again", async () => {
    await withPlatform(
      {
        answer: (_part, _nth, _signal, accept) => {
          accept();
          throw new TypeError("a bug");
        },
      },
      async (worker, platform) => {
        await statusIs(await stage.write(worker, { parts: ["Bug"] }), "published");
        expect(platform.journal).toHaveLength(1);
      },
    );
  });

  test("an answer that names an item we already have is not believed", async () => {
    await withPlatform(
      {
        answer: (part, _nth, _signal, accept) => {
          const outcome = accept();
          if (part.number !== 2 || outcome.is !== "published") return outcome;
          return { is: "published", sent: { ...outcome.sent, remoteId: `remote-${part.key.replace(/2$/, "1")}` } };
        },
      },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["First of two", "Second of two"] });
        await putOff(id);
        await skipWait(id);
        await stage.pool.query("select pg_notify('post_due', 'now')");
        await statusIs(id, "published");
        expect(platform.journal).toHaveLength(2);
        const urls = await stage.pool.query("select remote_id from planned_parts where post_id = $1 order by number", [
          id,
        ]);
        expect(urls.rows.map((row) => row.remote_id)).toEqual([`remote-${id}.1`, `remote-${id}.2`]);
      },
    );
  });
});
