import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultTiming } from "./delivery/timing.ts";
import type { Publisher } from "./publisher.ts";
import { openPublishingFixture, type PublishingFixture, waitUntil } from "./testing/publishing-fixture.ts";

let stage: PublishingFixture;
let worker: Publisher;

beforeAll(async () => {
  stage = await openPublishingFixture();
  // Within these tests the worker looks for due posts once, at its start: only wake-ups can publish them.
  worker = stage.makeWorker({ timing: { ...defaultTiming, lookMs: 3_600_000 } });
  await worker.start("all");
});
afterAll(() => stage.close());

const isOut = (id: string) =>
  waitUntil("the post is published", async () => (await stage.rowOf(id)).status === "published");

test("each post for now wakes the worker", async () => {
  for (let post = 0; post < 5; post += 1)
    await isOut(await stage.write(worker, { platform: "linkedin", parts: [`Now ${post}`] }));
});

test("a post for now is published part by part, with an address for each", async () => {
  const id = await stage.write(worker, { platform: "x", parts: ["One", "Two", "Three"] });
  await isOut(id);
  const items = await stage.timeline("x");
  expect(items.map((item) => item.text)).toEqual(["One", "Two", "Three"]);
  expect(items.map((item) => item.reply_to)).toEqual([null, items[0]?.id, items[1]?.id]);
  const { rows } = await stage.pool.query("select url from planned_parts where post_id = $1 order by number", [id]);
  expect(rows.map((row) => row.url)).toEqual(items.map((item) => `${stage.origin}/practice/practice_x/${item.id}`));
  expect((await stage.events(id)).map((event) => event.kind)).toEqual([
    "started",
    "part_published",
    "part_published",
    "part_published",
    "published",
  ]);
});

test("a scheduled post is published automatically at its time, not before", async () => {
  const spans: number[] = [];
  for (let post = 0; post < 3; post += 1) {
    const id = await stage.write(worker, { platform: "bluesky", parts: [`Later ${post}`], inMs: 700 });
    const due = (await stage.rowOf(id)).due_at;
    await isOut(id);
    const { rows } = await stage.pool.query(
      "select extract(epoch from published_at - $1::timestamptz) * 1000 as late_ms from practice_items where text = $2",
      [due, `Later ${post}`],
    );
    spans.push(Number(rows[0].late_ms));
  }
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(0);
});
