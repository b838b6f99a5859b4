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

const backlog = 20_000;

test("a backlog of 20,000 posts is published in order, and a post that lost its wake-up is found", async () => {
  const { pool, org } = stage;
  const [behind, beside] = [stage.channelOn("x"), stage.channelOn("bluesky")];
  const web = stage.makeWorker();
  await web.start("web");
  await pool.query(
    `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, scheduled_for, due_at)
     select id, $1, $2, id, $3, 'x', 'scheduled', 'thread', jsonb_build_array(jsonb_build_object('text', 'Late ' || n)), 0, due, due
     from (select gen_random_uuid() as id, n, now() - interval '1 hour' + n * interval '1 ms' as due
       from generate_series(1, $4::int) as n) as made`,
    [org.orgId, org.memberId, behind.id, backlog],
  );
  // Each post has a wake-up of its own, as if written while no worker ran.
  await pool.query(
    `insert into pgboss.job (name, data, singleton_key, start_after, policy)
     select 'channel-due', jsonb_build_object('channelId', $1::text), $1::text, due_at, 'standard' from posts`,
    [behind.id],
  );
  const lost = await stage.write(web, { platform: "bluesky", parts: ["Without a wake-up"] });
  await pool.query("delete from pgboss.job where singleton_key = $1", [beside.id]);

  const worker = stage.makeWorker();
  await worker.start("all");
  await waitUntil("the post is published", async () => (await stage.rowOf(lost)).status === "published", 25_000);
  await waitUntil("the backlog is published", async () => (await stage.timeline()).length >= 20, 25_000);
  await worker.stop();
  const out = (await stage.timeline()).map(({ text }) => text);
  expect(out).toEqual(out.map((_, at) => `Late ${at + 1}`));
}, 60_000);
