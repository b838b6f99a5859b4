import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());

const entry = fileURLToPath(new URL("./testing/outbox-relay-process.ts", import.meta.url));

function startTeller(dies: boolean) {
  const child = spawn(process.execPath, [entry, JSON.stringify({ connection: stage.connection, dies })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? String(code)));
  });
  return { ended, kill: () => child.kill("SIGKILL") };
}

test("a failure notifies once although its worker is killed before the notification and two others follow", async () => {
  const sender = stage.makeWorker();
  await sender.start("worker");
  const failed: string[] = [];
  for (let post = 0; post < 12; post += 1) {
    failed.push(await stage.write(sender, { parts: [`Post ${post} #fail-rejected`] }));
  }
  await waitUntil("all have failed", async () => {
    const { rows } = await stage.pool.query("select count(*)::int as n from posts where status = 'failed'");
    return rows[0].n === failed.length;
  });
  // Killed three times, each time after notifications were written and before the commit.
  for (let round = 0; round < 3; round += 1) expect(await startTeller(true).ended).toBe("SIGKILL");
  const before = await stage.pool.query(
    "select (select count(*) from notices)::int as n, (select count(*) from outbox)::int as o",
  );
  expect(before.rows[0]).toEqual({ n: 0, o: failed.length });

  const tellers = [startTeller(false), startTeller(false)];
  await waitUntil("the outbox is empty", async () => (await stage.pool.query("select 1 from outbox")).rowCount === 0);
  for (const teller of tellers) {
    teller.kill();
    await teller.ended;
  }
  const { rows: notices } = await stage.pool.query("select id, post_id from notices");
  expect(notices.map((row) => row.post_id).toSorted()).toEqual(failed.toSorted());
  const { rows: sendings } = await stage.pool.query("select cause_key, notice_ids from notice_sendings");
  expect(sendings.flatMap((row) => row.notice_ids).toSorted()).toEqual(notices.map((row) => row.id).toSorted());
  expect(sendings.length).toBe(1);
}, 60_000);

test("notification workers neither wait for the lock of a post that is being sent nor hold one", async () => {
  const client = await stage.pool.connect();
  const { rows } = await client.query("select post_id from notices limit 1");
  await client.query("begin");
  // Locks the posts as a worker does that publishes, or a lease of a channel.
  await client.query("select 1 from posts for update");
  await client.query("select 1 from channels for update");
  await stage.pool.query(
    "insert into outbox (org_id, member_id, post_id, kind, detail) values ($1, $2, $3, 'post.failed', '{}')",
    [stage.org.orgId, stage.org.memberId, rows[0].post_id],
  );
  const teller = startTeller(false);
  await waitUntil("the outbox is empty", async () => (await stage.pool.query("select 1 from outbox")).rowCount === 0);
  teller.kill();
  await teller.ended;
  await client.query("rollback");
  client.release();
}, 60_000);
