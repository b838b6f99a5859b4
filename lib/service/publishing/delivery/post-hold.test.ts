import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostHold } from "#lib/contract/types.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { addMember } from "#lib/service/members/create-organization.ts";
import { loadPosts } from "#lib/service/posts/read/load-posts.ts";
import { openPublishingFixture, type PublishingFixture } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { leaseChannelWithPost } from "./lease-post.ts";

let stage: PublishingFixture;
let gone = "";
beforeAll(async () => {
  stage = await openPublishingFixture();
  gone = await inTransaction(stage.pool, (tx) =>
    addMember(tx, { orgId: stage.org.orgId, name: "Gone", email: "gone@example.org", role: "member" }, stage.clock),
  );
  await stage.pool.query("update members set removed_at = '2026-11-20T10:00:00Z' where id = $1", [gone]);
});
afterAll(() => stage.close());

const dayMs = 24 * 60 * 60_000;

/** The facts that may stop a post: each is on or off. */
type Facts = { isGone: boolean; isOut: boolean; isChannelPaused: boolean; isOrgPaused: boolean };
const both = [false, true];
const every = ["scheduled", "publishing"].flatMap((status) =>
  both.flatMap((isGone) =>
    both.flatMap((isOut) =>
      both.flatMap((isChannelPaused) =>
        both.map((isOrgPaused) => ({ status, isGone, isOut, isChannelPaused, isOrgPaused })),
      ),
    ),
  ),
);

const pause = async (channelId: string | null) => {
  await stage.pool.query(
    `insert into sending_pauses (id, org_id, channel_id, reason, paused_by, paused_at) values ($1, $2, $3, 'Wait', $4, now())`,
    [stage.clock.newId(), stage.org.orgId, channelId, stage.org.memberId],
  );
};

async function arrange({ status, isGone, isOut, isChannelPaused, isOrgPaused }: Facts & { status: string }) {
  const { id: channelId } = stage.channelOn("x");
  await stage.pool.query("delete from sending_pauses");
  await stage.pool.query("update posts set deleted_at = now() where deleted_at is null");
  if (isChannelPaused) await pause(channelId);
  if (isOrgPaused) await pause(null);
  await stage.pool.query(
    "update channels set lease_until = null, paused = $1, state = case when $2 then 'reconnect' else 'connected' end",
    [isChannelPaused || isOrgPaused, isOut],
  );
  const id = await stage.write({ wakeAt: async () => {} }, { parts: ["Due"], inMs: -1_000 });
  await stage.pool.query("update posts set status = $2, member_id = coalesce($3, member_id) where id = $1", [
    id,
    status,
    isGone ? gone : null,
  ]);
  return { id, channelId };
}

const holdOf = async (id: string): Promise<PostHold | null> =>
  (await loadPosts(stage.pool, [id], stage.origin))[0]?.hold ?? null;

const lease = (channelId: string, reconnectWithinMs = dayMs) =>
  leaseChannelWithPost(stage.pool, channelId, true, {
    isTurn: true,
    leaseMs: 60_000,
    reconnectWithinMs,
    clock: stage.clock,
    connectorFor: stage.connectorFor,
  });

test.each(every)("a due post has a hold exactly if no worker leases it: %j", async (facts) => {
  const { id, channelId } = await arrange(facts);
  const hold = await holdOf(id);
  const leased = await lease(channelId);
  expect(hold === null).toBe(leased?.first.type === "taken");
});

test("a post that a worker has leased is not on hold, whatever begins meanwhile", async () => {
  for (const facts of every.filter(({ status }) => status === "publishing")) {
    const { id } = await arrange(facts);
    await stage.pool.query("update posts set lease_until = now() + interval '1 minute' where id = $1", [id]);
    expect(await holdOf(id)).toBeNull();
  }
});

test("a post of the future has the hold that stops it then; a draft, a failed, a canceled and a deleted post have none", async () => {
  const { id } = await arrange({
    status: "scheduled",
    isGone: true,
    isOut: true,
    isChannelPaused: true,
    isOrgPaused: true,
  });
  await stage.pool.query("update posts set scheduled_for = now() + interval '30 days', due_at = null where id = $1", [
    id,
  ]);
  expect((await holdOf(id))?.reason).toBe("author_left");
  for (const status of ["draft", "failed", "published", "canceled"]) {
    await stage.pool.query("update posts set status = $2 where id = $1", [id, status]);
    expect(await holdOf(id)).toBeNull();
  }
  await stage.pool.query("update posts set status = 'scheduled', deleted_at = now() where id = $1", [id]);
  const [deleted] = await loadPosts(stage.pool, [id], stage.origin);
  expect(deleted?.hold ?? null).toBeNull();
});

test("a hold names its reason, its begin, the step that ends it and who may do it", async () => {
  const none = { status: "scheduled", isGone: false, isOut: false, isChannelPaused: false, isOrgPaused: false };
  const read = async (facts: Partial<Facts>) => {
    const { id } = await arrange({ ...none, ...facts });
    return await holdOf(id);
  };
  const roles = ["owner", "admin"];
  const { id: channelId } = stage.channelOn("x");
  const idOf = async (sql: string) => (await stage.pool.query(sql)).rows[0]?.id;
  expect(await read({})).toBeNull();
  expect(await read({ isGone: true })).toEqual({
    reason: "author_left",
    since: "2026-11-20T10:00:00.000Z",
    resolve: { action: "reassign", target_id: gone, roles },
  });
  const out = await read({ isOut: true });
  expect(out).toMatchObject({
    reason: "channel_needs_reconnect",
    resolve: { action: "reconnect", target_id: channelId, roles },
  });
  const { rows } = await stage.pool.query("select signed_out_at from channels where id = $1", [channelId]);
  expect(out?.since).toBe(rows[0].signed_out_at.toISOString());
  expect(await read({ isChannelPaused: true })).toMatchObject({
    reason: "channel_paused",
    resolve: { action: "resume", target_id: await idOf("select id from sending_pauses"), roles },
  });
  // The pause of all channels is the one to end first: under it the channel's own changes nothing.
  expect(await read({ isChannelPaused: true, isOrgPaused: true })).toMatchObject({
    reason: "organization_paused",
    resolve: { target_id: await idOf("select id from sending_pauses where channel_id is null") },
  });
});

test("a post on hold has no delay: it waits for a person, not for its platform", async () => {
  const { id, channelId } = await arrange({
    status: "publishing",
    isGone: false,
    isOut: false,
    isChannelPaused: false,
    isOrgPaused: true,
  });
  await stage.pool.query("update channels set wait_until = now() + interval '1 hour' where id = $1", [channelId]);
  const [post] = await loadPosts(stage.pool, [id], stage.origin);
  expect([post?.hold?.reason, post?.delay]).toEqual(["organization_paused", null]);
  await stage.pool.query("update channels set wait_until = null");
});

test("a day after its time a post is taken on the channel that needs reconnecting, to fail with that reason", async () => {
  const { channelId } = await arrange({
    status: "scheduled",
    isGone: false,
    isOut: true,
    isChannelPaused: false,
    isOrgPaused: false,
  });
  expect(await lease(channelId)).toBeNull();
  expect((await lease(channelId, 0))?.first.type).toBe("overdue");
});
