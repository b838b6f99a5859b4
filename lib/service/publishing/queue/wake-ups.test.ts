import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { defaultTiming } from "#lib/service/publishing/delivery/timing.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { chooseWorker, createWakeUps } from "./wake-ups.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());

test("of several workers a channel has one, and one that comes or goes moves only its own share", () => {
  const channels = Array.from({ length: 1_000 }, (_, index) => `channel ${index}`);
  const before = channels.map((id) => chooseWorker(id, [11, 12, 13, 14]));
  const after = channels.map((id) => chooseWorker(id, [14, 12, 11]));
  for (const [index, worker] of before.entries()) if (worker !== 13) expect(after[index]).toBe(worker);
  for (const one of [11, 12, 13, 14]) expect(before.filter((worker) => worker === one).length).toBeGreaterThan(150);
  expect(chooseWorker("channel", [])).toBeNull();
});

test("each due channel is for one of the living workers, and for another one once that worker is gone", async () => {
  const web = stage.makeWorker();
  await web.start("web");
  for (const { id } of stage.channels) await stage.write(web, { channelId: id, parts: ["Due"] });
  const start = async () => {
    const isOurs = new Map<string, boolean>();
    const log = pino({ level: "silent" });
    const wakeUps = createWakeUps({
      pool: stage.pool,
      processConnection: createProcessConnection({ connection: stage.connection, log }),
      clock: stage.clock,
      log,
      timing: { ...defaultTiming, lookMs: 50 },
      reconnectWithinMs: 60_000,
    });
    await wakeUps.start((channelId, ours) => isOurs.set(channelId, ours));
    return { wakeUps, isOurs };
  };
  const [first, second] = [await start(), await start()];
  const count = (id: string) => [first, second].filter(({ isOurs }) => isOurs.get(id)).length;
  await waitUntil("each channel is for one of both", async () => stage.channels.every(({ id }) => count(id) === 1));
  await second.wakeUps.stop();
  await second.wakeUps.close();
  await waitUntil("all are for the first", async () => stage.channels.every(({ id }) => first.isOurs.get(id)));
  await first.wakeUps.stop();
  await first.wakeUps.close();
});
