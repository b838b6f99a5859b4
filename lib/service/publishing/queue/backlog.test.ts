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

test("a backlog of 20,000 posts is published in order, and holds up no other channel, though no notification came", async () => {
  const { pool, org } = stage;
  const behind = stage.channelOn("x");
  await pool.query(
    `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, scheduled_for, due_at)
     select id, $1, $2, id, $3, 'x', 'scheduled', 'thread', jsonb_build_array(jsonb_build_object('text', 'Late ' || n)), 0, due, due
     from (select gen_random_uuid() as id, n, now() - interval '1 hour' + n * interval '1 ms' as due
       from generate_series(1, $4::int) as n) as made`,
    [org.orgId, org.memberId, behind.id, backlog],
  );
  const beside = await stage.write({ wakeAt: async () => undefined }, { platform: "bluesky", parts: ["Beside"] });
  const worker = stage.makeWorker();
  await worker.start("all");
  await waitUntil("the post is published", async () => (await stage.rowOf(beside)).status === "published", 25_000);
  await waitUntil("the backlog is published", async () => (await stage.timeline()).length >= 20, 25_000);
  await worker.stop();
  const out = (await stage.timeline()).map(({ text }) => text);
  expect(out).toEqual(out.map((_, at) => `Late ${at + 1}`));
}, 60_000);
