import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createPostWaits } from "#lib/service/publishing/testing/wait-for-post.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());

const { statusIs, putOff, skipWait } = createPostWaits(() => stage);

describe("practice platform", () => {
  let worker: Publisher;
  beforeAll(async () => {
    worker = stage.makeWorker();
    await worker.start("all");
  });
  afterAll(() => worker.stop());

  test("#fail-temporary publishes once on the third attempt", async () => {
    const id = await stage.write(worker, { parts: ["Try #fail-temporary"] });
    for (const attempt of [1, 2]) {
      await putOff(id);
      expect((await stage.rowOf(id)).attempts).toBe(attempt);
      // The stop comes before the skip: a stopping worker may already have leased the post, and then returns it.
      await worker.stop();
      await skipWait(id);
      worker = stage.makeWorker();
      await worker.start("all");
    }
    await statusIs(id, "published");
    expect((await stage.timeline()).filter((item) => item.text === "Try #fail-temporary")).toHaveLength(1);
    expect((await stage.events(id)).map((event) => event.kind)).toEqual([
      ...["started", "attempt_failed", "started", "attempt_failed", "started", "part_published", "published"],
    ]);
  });

  test("#fail-rejected fails at once and says what happened, what is safe and what to do", async () => {
    const id = await stage.write(worker, { parts: ["Fine", "Not #fail-rejected", "Never"] });
    await statusIs(id, "failed");
    const row = await stage.rowOf(id);
    expect(row).toMatchObject({ failure_cause: "rejected", failure_part: 2, due_at: null, lease_until: null });
    expect(row.error).toBe(
      "X rejected part 2 of 3: “The text asks for a refusal with #fail-rejected”. 1 of 3 published. Edit the rest and continue with part 2, or take the published parts down.",
    );
    const texts = (await stage.timeline()).map((item) => item.text);
    expect(texts).toContain("Fine");
    expect(texts).not.toContain("Never");
  });

  test("#fail-reconnect marks the channel, and posts behind it wait until it is reconnected", async () => {
    const { id: channelId } = stage.channelOn("linkedin");
    const state = async () =>
      (await stage.pool.query("select state from channels where id = $1", [channelId])).rows[0].state;
    const id = await stage.write(worker, { platform: "linkedin", parts: ["#fail-reconnect"] });
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "reconnect" });
    expect(await state()).toBe("reconnect");
    const behind = await stage.write(worker, { platform: "linkedin", parts: ["Back again"] });
    await statusIs(await stage.write(worker, { parts: ["On another channel"] }), "published");
    expect(await stage.rowOf(behind)).toMatchObject({ status: "publishing", attempts: 0 });
    await stage.pool.query("update channels set state = 'connected' where id = $1", [channelId]);
    await stage.passTime(0);
    await statusIs(behind, "published");
  });

  test("#fail-unknown is found by a lookup and published once", async () => {
    const id = await stage.write(worker, { parts: ["Lost #fail-unknown", "After it"] });
    await statusIs(id, "published");
    const items = await stage.timeline();
    expect(items.filter((item) => item.text === "Lost #fail-unknown")).toHaveLength(1);
    const proofs = await stage.pool.query("select proof from planned_parts where post_id = $1 order by number", [id]);
    expect(proofs.rows.map((row) => row.proof)).toEqual(["key", "answer"]);
  });

  test("#fail-unconfirmed is never sent again automatically; it fails and asks the author", async () => {
    const id = await stage.write(worker, { parts: ["Before", "Did it? #fail-unconfirmed", "After"] });
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 2, due_at: null });
    const states = await stage.pool.query("select state from planned_parts where post_id = $1 order by number", [id]);
    expect(states.rows.map((row) => row.state)).toEqual(["sent", "unknown", "waiting"]);
    expect((await stage.timeline()).some((item) => item.text.startsWith("Did it?"))).toBe(false);
  });

  test("a slow channel delays no other channel", async () => {
    const answer = Promise.withResolvers<void>();
    await worker.stop();
    worker = stage.makeWorker({
      connectorFor(channel) {
        const connector = stage.connectorFor(channel);
        if (!connector || channel.platform !== "bluesky") return connector;
        return { ...connector, publishPart: (...call) => answer.promise.then(() => connector.publishPart(...call)) };
      },
    });
    await worker.start("all");
    const slow = await stage.write(worker, { platform: "bluesky", parts: ["Slow"] });
    await waitUntil("the slow post has started", async () => (await stage.events(slow)).length > 0);
    await statusIs(await stage.write(worker, { parts: ["Quick beside a slow one"] }), "published");
    expect((await stage.rowOf(slow)).status).toBe("publishing");
    answer.resolve();
    await statusIs(slow, "published");
  });

  test("the practice platform enforces the limits of the platform it imitates, whatever we let through", async () => {
    const id = await stage.write(worker, { parts: ["x".repeat(281)] });
    await statusIs(id, "failed");
    expect((await stage.rowOf(id)).error).toContain("281 characters");
  });

  test("an unreadable row fails alone, and the next one is published", async () => {
    const broken = stage.clock.newId();
    await stage.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, due_at)
       values ($1, $2, $3, $1, $4, 'x', 'publishing', 'thread', '{"not": "parts"}', 0, now())`,
      [broken, stage.org.orgId, stage.org.memberId, stage.channelOn("x").id],
    );
    await statusIs(await stage.write(worker, { parts: ["After the broken one"] }), "published");
    await statusIs(broken, "failed");
    expect((await stage.rowOf(broken)).error).toContain("can't be read");
  });

  test.for(["deleted", "taken back to a draft", "moved to tomorrow", "canceled"])(
    "a post that was %s after its wake-up was written is not sent",
    async (change) => {
      const text = `Not to be sent: ${change}`;
      const id = await stage.write(worker, { parts: [text], inMs: 3_600_000 });
      const sql = {
        deleted: "deleted_at = now()",
        "taken back to a draft": "status = 'draft', due_at = null",
        "moved to tomorrow": "due_at = now() + interval '1 day'",
        canceled: "status = 'canceled', due_at = null",
      }[change];
      await stage.pool.query(`update posts set ${sql} where id = $1`, [id]);
      // The wake-up comes with the due time; the marker, due later, is published after the post was skipped.
      await stage.passTime(3_601_000);
      const marker = await stage.write(worker, { parts: [`${text}, but this`] });
      await statusIs(marker, "published");
      expect((await stage.timeline()).map((item) => item.text)).not.toContain(text);
      expect(await stage.events(id)).toEqual([]);
    },
  );
});
