import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type LookupOutcome, lateResendMs, type RepeatPolicy } from "#lib/service/channels/core/connector.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createScriptedConnector } from "#lib/service/publishing/testing/scripted-connector.ts";
import { createStallingPlatform } from "#lib/service/publishing/testing/stalling-platform.ts";
import { createPostWaits } from "#lib/service/publishing/testing/wait-for-post.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());
const { statusIs, putOff } = createPostWaits(() => stage);

let worker: Publisher;
afterEach(() => worker.stop());
async function start({ connectorFor }: Pick<ReturnType<typeof createScriptedConnector>, "connectorFor">) {
  worker = stage.makeWorker({ connectorFor, timing: { sweepMs: 100 } });
  await worker.start("all");
}

/** Advances the clock, and waits for the lookups that follow. */
async function passTimeAndLook(id: string, ms: number, looks: readonly unknown[], count: number): Promise<void> {
  await stage.passTime(ms);
  await waitUntil(`the post was looked up ${count} times`, async () => looks.length >= count);
  await putOff(id);
}

const keyed: RepeatPolicy = { deduplicated: false, absentAfterMs: 60_000, resends: null };
const keyless: RepeatPolicy = { deduplicated: false, absentAfterMs: lateResendMs, resends: 1 };

describe("a server that stood still", () => {
  test.for([
    ["with idempotency keys", keyed],
    ["without idempotency keys", keyless],
  ] as const)(
    "%s, and answers a lookup before the held request: the post is found and not sent again",
    async ([, repeats]) => {
      const platform = createStallingPlatform({ repeats });
      await start(platform);
      platform.stall(2);
      const id = await stage.write(worker, { parts: ["Held in the queue"] });
      await putOff(id);
      expect([platform.requests.length, platform.looks.length, platform.countHeld()]).toEqual([1, 1, 1]);
      // The server goes on after ten minutes: more than any pause, if the pause counted from the sending.
      await passTimeAndLook(id, 600_000, platform.looks, 2);
      expect([platform.requests.length, platform.journal.length]).toEqual([1, 1]);
      await stage.passTime(61_000);
      await statusIs(id, "published");
      expect([platform.requests.length, platform.journal.length]).toEqual([1, 1]);
    },
  );

  test("the pause of an absent part survives the end of its worker", async () => {
    const platform = createScriptedConnector({
      answer: (_part, nth, _signal, accept) => (nth === 1 ? { type: "unknown" } : accept()),
      repeats: keyed,
    });
    await start(platform);
    const id = await stage.write(worker, { parts: ["Taken over"] });
    await putOff(id);
    await worker.stop();
    await stage.passTime(61_000);
    await start(platform);
    await statusIs(id, "published");
    expect([platform.looks.length, platform.requests.length]).toEqual([2, 2]);
  });

  test("a failed lookup starts the pause of an absent part again", async () => {
    const looks: LookupOutcome["type"][] = ["absent", "cannot_tell", "absent", "absent"];
    const platform = createScriptedConnector({
      answer: (_part, nth, _signal, accept) => (nth === 1 ? { type: "unknown" } : accept()),
      look: () => ({ type: looks.shift() ?? "absent" }) as LookupOutcome,
      repeats: keyed,
    });
    await start(platform);
    const id = await stage.write(worker, { parts: ["Asked in vain"] });
    await putOff(id);
    await passTimeAndLook(id, 61_000, platform.looks, 2);
    await passTimeAndLook(id, 600_000, platform.looks, 3);
    expect(platform.requests).toHaveLength(1);
    await stage.passTime(61_000);
    await statusIs(id, "published");
    expect([platform.looks.length, platform.requests.length]).toEqual([4, 2]);
  });

  test("the pause counts from the end of a dead worker's request, not from a lookup during it", async () => {
    const platform = createScriptedConnector({
      answer: (_part, _nth, _signal, accept) => accept(),
      repeats: keyed,
    });
    const crashed = stage.makeWorker({
      connectorFor: platform.connectorFor,
      crashAt: (point) => {
        if (point !== "sending") return;
        void crashed.stop();
        throw new Error("the worker dies");
      },
    });
    await crashed.start("all");
    const id = await stage.write(crashed, { parts: ["Taken over early"] });
    await waitUntil("the part is marked", async () => {
      const { rows } = await stage.pool.query("select state from planned_parts where post_id = $1", [id]);
      return rows[0]?.state === "sending";
    });
    await crashed.stop();
    await stage.pool.query("update channels set lease_until = now()");
    await stage.pool.query("update posts set lease_until = now() where id = $1", [id]);
    await start(platform);
    await waitUntil("the post was looked up", async () => platform.looks.length === 1);
    await putOff(id);
    // The first lookup after the request's end.
    await passTimeAndLook(id, 61_000, platform.looks, 2);
    expect(platform.requests).toHaveLength(0);
    await stage.passTime(61_000);
    await statusIs(id, "published");
    expect([platform.looks.length, platform.journal.length]).toEqual([3, 1]);
  });
});

test("where a server keeps no key, a part is sent again once, five minutes after the first answer, then its author decides", async () => {
  const platform = createScriptedConnector({ answer: () => ({ type: "unknown" }), repeats: keyless });
  await start(platform);
  const id = await stage.write(worker, { parts: ["Never arrives"] });
  await putOff(id);
  await passTimeAndLook(id, 61_000, platform.looks, 2);
  expect(platform.requests).toHaveLength(1);
  await passTimeAndLook(id, 241_000, platform.looks, 4);
  expect(platform.requests).toHaveLength(2);
  await stage.passTime(301_000);
  await statusIs(id, "failed");
  expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 1 });
  expect(platform.requests).toHaveLength(2);
});
