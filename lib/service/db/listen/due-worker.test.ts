import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { pgChannels } from "#lib/service/db/pg-notifications.ts";
import { openTestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDueWorker, type DueWorker, type DueWorkerOptions } from "./due-worker.ts";

const database = await openTestDatabase();
const running: DueWorker[] = [];
afterAll(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  await database.drop();
});

/** Far longer than a test: only what the test does causes a run. */
const neverMs = 600_000;

function createWorker(options: Pick<DueWorkerOptions, "run"> & Partial<DueWorkerOptions>): DueWorker {
  const worker = createDueWorker({
    maxPauseMs: neverMs,
    retryMs: { first: neverMs, last: neverMs },
    log: pino({ level: "silent" }),
    failureMessage: "failed",
    ...options,
  });
  running.push(worker);
  return worker;
}

test("a worker runs at its start, after a notification, and when more is due", async () => {
  const runs = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let count = 0;
  const worker = createWorker({
    async run() {
      count += 1;
      runs[count - 1]?.resolve();
      return count === 2 ? 1 : null;
    },
    listen: { processConnection: database.processConnection, channel: pgChannels.outbox },
  });
  await worker.start();
  await runs[0]?.promise;
  expect(count).toBe(1);
  await database.pool.query(`notify ${pgChannels.outbox}`);
  // The second run says that more is due in a millisecond.
  await runs[1]?.promise;
  await runs[2]?.promise;
  await worker.stop();
  expect(count).toBe(3);
});

test("wake-ups during a run cause one more run, never two at once", async () => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let count = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const worker = createWorker({
    async run() {
      count += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      if (count === 1) await first.promise;
      atOnce -= 1;
      if (count === 2) second.resolve();
      return null;
    },
  });
  await worker.start();
  for (let wakeUp = 0; wakeUp < 5; wakeUp += 1) worker.wake();
  expect(count).toBe(1);
  first.resolve();
  await second.promise;
  await worker.stop();
  expect({ count, mostAtOnce }).toEqual({ count: 2, mostAtOnce: 1 });
});

test("a failed run is repeated after its pause, and after a wake-up at once", async () => {
  const runs = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let count = 0;
  const worker = createWorker({
    async run() {
      count += 1;
      runs[count - 1]?.resolve();
      if (count < 3) throw new Error("The database is away.");
      return null;
    },
    retryMs: { first: 1, last: neverMs },
  });
  await worker.start();
  await runs[0]?.promise;
  await runs[1]?.promise;
  worker.wake();
  await runs[2]?.promise;
  await worker.stop();
  expect(count).toBe(3);
});

test("a stopped worker ends its run and starts no other", async () => {
  const first = Promise.withResolvers<void>();
  let ended = 0;
  const worker = createWorker({
    async run() {
      await first.promise;
      ended += 1;
      return 0;
    },
  });
  await worker.start();
  worker.wake();
  const stopped = worker.stop();
  expect(worker.isStopping()).toBe(true);
  first.resolve();
  await stopped;
  worker.wake();
  expect(ended).toBe(1);
});
