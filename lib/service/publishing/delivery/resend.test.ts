import { afterAll, beforeAll, expect, test } from "vitest";
import type { PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { openPublishingFixture, type PublishingFixture } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createScriptedConnector } from "#lib/service/publishing/testing/scripted-connector.ts";
import { confirmPublished, createPostWaits, sendAgain } from "#lib/service/publishing/testing/wait-for-post.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());
const { statusIs, putOff } = createPostWaits(() => stage);

const startedAt = async (id: string): Promise<Date> =>
  (await stage.pool.query("select started_at from planned_parts where post_id = $1", [id])).rows[0].started_at;

test("a lookup after a resend covers every earlier send, and a postponed lookup keeps the refusal's reason", async () => {
  const duplicate = { reason: "duplicate", message: "The same words stand there already." } as const;
  const answers: PublishOutcome[] = [{ type: "unknown" }, { type: "unknown", refused: duplicate }];
  let isListed = true;
  const platform = createScriptedConnector({
    answer: (_part, nth) => answers[nth - 1] ?? { type: "unknown" },
    look: () => (isListed ? { type: "absent" } : { type: "cannot_tell" }),
    repeats: { deduplicated: false, absentAfterMs: 0, resends: 0 },
  });
  const worker = stage.makeWorker({ connectorFor: platform.connectorFor, timing: { callMs: 50 } });
  await worker.start("all");
  const id = await stage.write(worker, { parts: ["Twice"] });
  await statusIs(id, "failed");
  expect((await stage.rowOf(id)).error).toContain("didn't confirm it");
  const first = await startedAt(id);

  isListed = false;
  await sendAgain(stage, worker, id);
  await putOff(id);
  const second = await startedAt(id);
  expect(second > first).toBe(true);
  isListed = true;
  await stage.passTime(3_600_000);
  await statusIs(id, "failed");
  expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed" });
  expect((await stage.rowOf(id)).error).toContain("rejected it as a duplicate");
  expect(platform.requests).toHaveLength(2);
  expect(platform.looks.map(({ sentBefore }) => sentBefore)).toEqual([[], [first], [first]]);

  // A new request drops the refusal of the former one.
  await sendAgain(stage, worker, id);
  await statusIs(id, "failed");
  expect((await stage.rowOf(id)).error).toContain("didn't confirm it");
  expect(platform.looks.at(-1)?.sentBefore).toHaveLength(2);
});

test("on a disconnected channel, a confirmed part is published and a resend fails with the reason", async () => {
  const platform = createScriptedConnector({
    answer: () => ({ type: "unknown" }),
    look: () => ({ type: "absent" }),
    repeats: { deduplicated: false, absentAfterMs: 0, resends: 0 },
  });
  const worker = stage.makeWorker({ connectorFor: platform.connectorFor, timing: { callMs: 50 } });
  await worker.start("all");
  const there = await stage.write(worker, { parts: ["Stands there"] });
  const again = await stage.write(worker, { parts: ["Does not"] });
  for (const id of [there, again]) await statusIs(id, "failed");
  await stage.pool.query("update channels set removed_at = now() where id = $1", [stage.channelOn("x").id]);
  await confirmPublished(stage, worker, there);
  await statusIs(there, "published");
  await sendAgain(stage, worker, again);
  await statusIs(again, "failed");
  expect((await stage.rowOf(again)).error).toMatch(/^The channel was disconnected, so it was not sent to X\./);
});
