import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";
import { pauseSending, resumeSending } from "#lib/service/posts/pauses/pause-sending.ts";
import type { Publisher } from "./publisher.ts";
import { openPublishingFixture, type PublishingFixture, waitUntil } from "./testing/publishing-fixture.ts";
import { startWorkerProcess } from "./testing/worker-process.ts";

let stage: PublishingFixture;
let web: Publisher;
/** A channel of another organization, which no pause covers: what is sent there shows that the workers work. */
let elsewhere: string;
beforeAll(async () => {
  stage = await openPublishingFixture();
  web = stage.makeWorker();
  await web.start("web");
  const other = await inTransaction(stage.pool, (tx) =>
    createOrganization(tx, { organization: "Elsewhere", name: "Ben", email: "ben@example.org" }, stage.clock),
  );
  elsewhere = other.channelIds[0] ?? "";
});
afterAll(() => stage.close());

const actor = () => ({
  memberId: stage.org.memberId,
  orgId: stage.org.orgId,
  role: "owner" as const,
  scopes: new Set<never>(),
  keyId: stage.clock.newId(),
  credential: { type: "session" as const },
});
const pause = (channelId?: string) => {
  const input = { reason: "Wrong prices", ...(channelId !== undefined && { channel_id: channelId }) };
  return inTransaction(stage.pool, (tx) => pauseSending(tx, actor(), input, stage));
};
const resume = (id: string, overdue?: "send" | "draft") => {
  const context = { clock: stage.clock, wakeAt: web.wakeAt };
  return inTransaction(stage.pool, (tx) => resumeSending(tx, actor(), id, overdue ? { overdue } : {}, context));
};

const statusOf = async (id: string) => (await stage.rowOf(id)).status;
const isPublished = (id: string) =>
  waitUntil("the post is published", async () => (await statusOf(id)) === "published");
const allTexts = async () =>
  [...(await stage.timeline("x")), ...(await stage.timeline("bluesky"))]
    .map(({ text }) => text)
    .filter((text) => text !== "elsewhere");
/** Waits until a post of another organization, written now, is published: by then the workers looked for due posts. */
const workersHaveWorked = async () =>
  isPublished(await stage.write(web, { channelId: elsewhere, parts: ["elsewhere"] }));
const countRows = async (text: string, values: unknown[] = []): Promise<number> =>
  (await stage.pool.query(`select count(*)::int as n from ${text}`, values)).rows[0].n;
const nothingIsLeased = async () =>
  (await countRows("posts where status = 'publishing' and lease_until > now()")) === 0;
const areDue = (ids: readonly string[]) =>
  waitUntil(
    "all posts are due",
    async () => (await countRows("posts where id = any($1) and due_at > now()", [ids])) === 0,
  );
async function startWorker(): Promise<Publisher> {
  const worker = stage.makeWorker({ timing: { sweepMs: 200 } });
  await worker.start("worker");
  return worker;
}

describe("while sending is paused", () => {
  test("a pause pressed while posts leave stops every post that no worker has; after it each is sent exactly once", async () => {
    const workers = await Promise.all([startWorker(), startWorker(), startWorker(), startWorker()]);
    const written: string[] = [];
    const ids: string[] = [];
    let stoppedCount = 0;
    for (let round = 0; round < 8; round += 1) {
      const some: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        const text = `round ${round}, ${n}`;
        written.push(text);
        const inMs = 100 + Math.floor(Math.random() * 300);
        some.push(await stage.write(web, { platform: n % 2 === 0 ? "x" : "bluesky", parts: [text], inMs }));
      }
      ids.push(...some);
      const { id } = await pause();
      const leased = await stage.pool.query<{ id: string }>(
        `select id from posts where id = any($1)
           and (status = 'published' or (status = 'publishing' and lease_until > now()))`,
        [some],
      );
      const mayLeave = new Set(leased.rows.map((row) => row.id));
      await areDue(some);
      await waitUntil("what was on its way has ended", nothingIsLeased);
      await stage.pool.query("select pg_notify('post_due', 'all')");
      await workersHaveWorked();
      const before = await allTexts();
      for (const one of some) if ((await statusOf(one)) === "published") expect([...mayLeave]).toContain(one);
      await workersHaveWorked();
      expect(await allTexts()).toEqual(before);
      stoppedCount += some.length - mayLeave.size;
      await resume(id, "send");
    }
    for (const id of ids) await isPublished(id);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect((await allTexts()).toSorted()).toEqual(written.toSorted());
    // The pause must have stopped some, or nothing raced.
    expect(stoppedCount).toBeGreaterThan(0);
  }, 120_000);

  test("a pause of one channel pressed while its posts leave ends what is on its way, stops the rest, and no other channel", async () => {
    const workers = await Promise.all([startWorker(), startWorker()]);
    const onX: string[] = [];
    const onBluesky: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      // The last two are due well after the pause, however slow the machine is.
      const inMs = n < 28 ? 100 + n * 10 : 3_000;
      onX.push(await stage.write(web, { parts: [`one channel ${n} on x`], inMs }));
      onBluesky.push(await stage.write(web, { platform: "bluesky", parts: [`one channel ${n} on bluesky`], inMs }));
    }
    const { id } = await pause(stage.channelOn("x").id);
    const leased = await stage.pool.query<{ id: string }>(
      `select id from posts where id = any($1)
         and (status = 'published' or (status = 'publishing' and lease_until > now()))`,
      [onX],
    );
    const mayLeave = leased.rows.map((row) => row.id);
    await areDue(onX);
    for (const one of onBluesky) await isPublished(one);
    await waitUntil("what was on its way has ended", nothingIsLeased);
    const isOnX = (text: string) => /^one channel \d+ on x$/.test(text);
    for (const one of onX) expect(await statusOf(one)).toBe(mayLeave.includes(one) ? "published" : "scheduled");
    expect((await allTexts()).filter(isOnX)).toHaveLength(mayLeave.length);
    // The pause must have stopped some, or nothing raced.
    expect(mayLeave.length).toBeLessThan(onX.length);
    await resume(id, "send");
    for (const one of onX) await isPublished(one);
    await Promise.all(workers.map((worker) => worker.stop()));
    const left = (await allTexts()).filter(isOnX);
    expect([left.length, new Set(left).size]).toEqual([onX.length, onX.length]);
  }, 60_000);

  test.for([
    ["taken", 0],
    ["sending", 1],
    ["answered", 1],
    ["saved", 1],
  ] as const)(
    "a thread whose worker was killed at %s waits, and is then published once and in order",
    async ([at, part]) => {
      const texts = [`killed at ${at}: 1`, `killed at ${at}: 2`];
      const id = await stage.write(web, { parts: texts });
      expect(await (await startWorkerProcess({ connection: stage.connection, at, part })).ended).toBe("SIGKILL");
      const published = async () => (await allTexts()).filter((text) => texts.includes(text));
      const before = await published();
      const paused = await pause();
      const worker = await startWorker();
      await workersHaveWorked();
      expect([await published(), await statusOf(id)]).toEqual([before, "publishing"]);
      await resume(paused.id, "send");
      await isPublished(id);
      await worker.stop();
      expect(await published()).toEqual(texts);
    },
  );

  test("a post that was due longer ago than a day is sent when somebody says so, and not failed as missed", async () => {
    const paused = await pause();
    const id = await stage.write(web, { parts: ["a day late"], inMs: 1_000 });
    const worker = await startWorker();
    await stage.passTime(25 * 3_600_000);
    await workersHaveWorked();
    expect(await statusOf(id)).toBe("scheduled");
    await resume(paused.id, "send");
    await isPublished(id);
    await worker.stop();
  });

  test("posts that were due are sent in the order of their times", async () => {
    const paused = await pause();
    const later = await stage.write(web, { parts: ["second by its time"], inMs: 60 });
    const sooner = await stage.write(web, { parts: ["first by its time"], inMs: 1 });
    await areDue([later, sooner]);
    const worker = await startWorker();
    await resume(paused.id, "send");
    await isPublished(later);
    await worker.stop();
    const texts = (await allTexts()).filter((text) => text.endsWith("by its time"));
    expect(texts).toEqual(["first by its time", "second by its time"]);
  });

  test("a pause of the organization and one of a channel overlap: a channel sends again after the last of its pauses", async () => {
    const [x, bluesky] = [stage.channelOn("x").id, stage.channelOn("bluesky").id];
    const [ofAll, ofX] = [await pause(), await pause(x)];
    await expect(pause(x)).rejects.toMatchObject({ code: "conflict" });
    const onX = await stage.write(web, { parts: ["overlap on x"], inMs: 1 });
    const onBluesky = await stage.write(web, {
      platform: "bluesky",
      channelId: bluesky,
      parts: ["overlap on bluesky"],
      inMs: 1,
    });
    await areDue([onX, onBluesky]);
    const worker = await startWorker();
    await expect(resume(ofAll.id)).rejects.toMatchObject({ code: "conflict", field: "overdue" });
    expect(await resume(ofAll.id, "send")).toMatchObject({ sent: 1, drafts: 0 });
    await isPublished(onBluesky);
    await workersHaveWorked();
    expect(await statusOf(onX)).toBe("scheduled");
    expect(await resume(ofX.id, "draft")).toMatchObject({ sent: 0, drafts: 1 });
    await workersHaveWorked();
    await worker.stop();
    expect(await stage.rowOf(onX)).toMatchObject({ status: "draft", due_at: null });
    expect(await allTexts()).not.toContain("overlap on x");
    expect((await stage.events(onX)).at(-1)).toMatchObject({ kind: "edited", detail: { status: "draft" } });
  });

  test("a channel that is connected during a pause of the organization begins paused", async () => {
    const paused = await pause();
    const { rows } = await stage.pool.query(
      `insert into channels (id, org_id, platform, name, username, practice)
       values (gen_random_uuid(), $1, 'x', 'New', 'new_during_pause', true) returning id, paused`,
      [stage.org.orgId],
    );
    expect(rows[0].paused).toBe(true);
    await resume(paused.id);
    expect(await countRows("channels where id = $1 and not paused", [rows[0].id])).toBe(1);
  });
});
