import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import type { OutboxConsumer } from "./outbox-event.ts";
import { createOutboxEventRelay, type OutboxEventRelay } from "./outbox-event-relay.ts";

let stage: PublishingFixture;
const silent = pino({ level: "silent" });
const running: OutboxEventRelay[] = [];

beforeAll(async () => {
  stage = await openPublishingFixture();
  await stage.pool.query("create table told (outbox_id text, by text)");
});
afterAll(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()));
  await stage.close();
});

function makeTeller(by: string, before: OutboxConsumer = async () => undefined): OutboxEventRelay {
  const told: OutboxConsumer = async (tx, rows) => {
    for (const row of rows) await tx.client.query("insert into told values ($1, $2)", [row.id, by]);
  };
  const { pool } = stage;
  const processConnection = createProcessConnection({ connection: stage.connection, log: silent });
  const outbox = createOutboxEventRelay({ pool, processConnection, log: silent, consumers: [before, told] });
  running.push(outbox);
  return outbox;
}

async function add(count: number, kind = "test"): Promise<string[]> {
  const { rows } = await stage.pool.query(
    `with added as (insert into outbox (org_id, member_id, kind)
       select $1, $2, $3 from generate_series(1, $4) returning id::text)
     select id, pg_notify('outbox', '') from added`,
    [stage.org.orgId, stage.org.memberId, kind, count],
  );
  return rows.map((row) => row.id);
}

async function toldOf(ids: string[]): Promise<{ outbox_id: string; by: string }[]> {
  const { rows } = await stage.pool.query("select * from told where outbox_id = any($1) order by ctid", [ids]);
  return rows;
}

const isEmpty = () =>
  waitUntil("the outbox is empty", async () => (await stage.pool.query("select 1 from outbox")).rowCount === 0);

test("several workers handle each row exactly once", async () => {
  const workers = [makeTeller("one"), makeTeller("two"), makeTeller("three")];
  for (const worker of workers) await worker.start();
  const ids: string[] = [];
  for (let round = 0; round < 10; round += 1) ids.push(...(await add(120)));
  await isEmpty();
  const told = await toldOf(ids);
  expect(told.length).toBe(1_200);
  expect(new Set(told.map((row) => row.outbox_id)).size).toBe(1_200);
  for (const worker of workers) await worker.stop();
});

test("rows written while no worker ran are handled at the next start, oldest first", async () => {
  const ids = await add(5);
  const worker = makeTeller("later");
  await worker.start();
  await isEmpty();
  expect((await toldOf(ids)).map((row) => row.outbox_id)).toEqual(ids);
  await worker.stop();
});

test("a failing row blocks no other row and is retried when it is due", async () => {
  let isBroken = true;
  const worker = makeTeller("careful", async (tx, rows) => {
    if (!isBroken || !rows.some((row) => row.kind === "poison")) return;
    // Writes from before its failure must not stay.
    for (const row of rows) await tx.client.query("insert into told values ($1, 'too early')", [row.id]);
    throw new Error("the row can't be handled");
  });
  const [poison = ""] = await add(1, "poison");
  const others = await add(20);
  await worker.start();
  await waitUntil("the other rows are handled", async () => (await toldOf(others)).length === 20);
  expect(await toldOf([poison])).toEqual([]);
  const { rows } = await stage.pool.query("select attempts from outbox where id = $1", [poison]);
  expect(rows[0]?.attempts).toBeGreaterThanOrEqual(1);
  isBroken = false;
  await stage.pool.query("update outbox set due_at = now()");
  await worker.run();
  await waitUntil("the row is handled", async () => (await toldOf([poison])).length > 0);
  expect(await toldOf([poison])).toEqual([{ outbox_id: poison, by: "careful" }]);
  await worker.stop();
});

test("after a cut connection the relay reconnects and handles the rest once", async () => {
  const worker = makeTeller("cut");
  await worker.start();
  const ids = await add(50);
  await stage.cutConnections();
  ids.push(...(await add(50)));
  await isEmpty();
  const told = await toldOf(ids);
  expect(told.map((row) => row.outbox_id).toSorted()).toEqual(ids.toSorted());
  await worker.stop();
});

test("a failed or published post is announced; a post that is only moved is not", async () => {
  const seen: { kind: string; post: string | null; cause: unknown }[] = [];
  const worker = makeTeller("posts", async (_tx, rows) => {
    for (const row of rows) seen.push({ kind: row.kind, post: row.postId, cause: row.detail["cause"] });
  });
  await worker.start();
  const sender = stage.makeWorker();
  await sender.start("worker");
  const out = await stage.write(sender, { parts: ["Goes out"] });
  const failed = await stage.write(sender, { parts: ["Does not #fail-rejected"] });
  const later = await stage.write(sender, { parts: ["Later"], inMs: 3_600_000 });
  await stage.pool.query("update posts set version = version + 1 where id = $1", [later]);
  await waitUntil("both posts are announced", async () => seen.length === 2);
  expect(seen).toContainEqual({ kind: "post.published", post: out, cause: null });
  expect(seen).toContainEqual({ kind: "post.failed", post: failed, cause: "rejected" });
  await worker.stop();
});
