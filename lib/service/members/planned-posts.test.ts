import { afterAll, describe, expect, test } from "vitest";
import { createClaim } from "#lib/service/claims/create-claim.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openMemberFixture } from "./testing/member-fixture.ts";

const { service, query, call, act, find, plan } = await openMemberFixture();
afterAll(() => service.close());

describe("a deactivated member", () => {
  test("an administrator reassigns or cancels some or all of their posts, and each timeline shows it", async () => {
    const [peer, heir] = [await service.addMember("member"), await service.addMember("member")];
    const [one, two, three, late] = [
      await plan(peer.key),
      await plan(peer.key),
      await plan(peer.key, 86_400_000, 1),
      await plan(peer.key),
    ];
    const decide = (json: unknown) => call("POST", `/members/${peer.memberId}/planned`, json);
    expect((await decide({ action: "cancel" })).status).toBe(409);
    await act(peer.memberId, "deactivate");
    await query("update posts set scheduled_for = now() - interval '1 minute' where id = $1", [late]);
    expect((await decide({ action: "cancel", posts: [one] })).wire.data).toEqual({ changed: 1, drafts: 0, left: 3 });
    expect((await decide({ action: "reassign", to: heir.memberId })).wire.data).toEqual({
      changed: 3,
      drafts: 1,
      left: 0,
    });
    const seen = async (id: string) => (await call("GET", `/posts/${id}`, undefined, heir.key)).wire.data?.status;
    expect([await seen(one), await seen(two), await seen(three), await seen(late)]).toEqual([
      undefined,
      "scheduled",
      "scheduled",
      "draft",
    ]);
    expect(await query("select due_at = scheduled_for as goes_out from posts where id = $1", [two])).toEqual([
      { goes_out: true },
    ]);
    const events = await call("GET", `/posts/${two}/events`, undefined, heir.key);
    expect(events.wire.data[0]).toMatchObject({ kind: "reassigned", member: { id: service.org.memberId } });
    const counts = (await call("GET", "/posts/counts", undefined, heir.key)).wire.data;
    expect([counts.scheduled, counts.draft]).toEqual([2, 1]);
  });

  test("posts are never reassigned to a member who is not active here", async () => {
    const peer = await service.addMember("member");
    await plan(peer.key);
    await act(peer.memberId, "deactivate");
    const gone = await service.addMember("member");
    await act(gone.memberId, "deactivate");
    const other = await service.addOrganization("Not here");
    const give = (to?: string) => call("POST", `/members/${peer.memberId}/planned`, { action: "reassign", to });
    expect([
      (await give()).status,
      (await give("x")).status,
      (await give(other.memberId)).status,
      (await give(gone.memberId)).status,
    ]).toEqual([400, 404, 404, 409]);
    expect((await find(peer.memberId))?.planned).toBe(1);
  });
});

describe("the member who takes over posts", () => {
  test("they must be allowed on each channel; otherwise nothing changes and the channel is named", async () => {
    const [peer, heir] = [await service.addMember("member"), await service.addMember("member")];
    const [open, shut] = [await plan(peer.key), await plan(peer.key, 86_400_000, 1)];
    const channel = service.org.channelIds[1] ?? "";
    await act(peer.memberId, "deactivate");
    const restrict = (members: string[] | null) => call("PATCH", `/channels/${channel}`, { members });
    const { name } = (await restrict([service.org.memberId])).wire.data;
    const give = (to: string, posts?: string[]) =>
      call("POST", `/members/${peer.memberId}/planned`, { action: "reassign", to, ...(posts && { posts }) });
    for (const posts of [undefined, [shut], [open, shut]]) {
      const refused = await give(heir.memberId, posts);
      expect([refused.status, refused.wire.error.field]).toEqual([409, "to"]);
      expect(refused.wire.error.message).toContain(`${name} is for named members only`);
      expect(await holders([open, shut])).toEqual([peer.memberId, peer.memberId]);
    }
    expect((await give(heir.memberId, [open])).wire.data.changed).toBe(1);
    expect((await give(service.org.memberId, [shut])).wire.data.changed).toBe(1);
    expect(await holders([open, shut])).toEqual([heir.memberId, service.org.memberId]);
    await restrict(null);
  });

  test("they get the posts and not the points, unless an administrator decides otherwise", async () => {
    const [author, heir, second] = [
      await service.addMember("member"),
      await service.addMember("member"),
      await service.addMember("member"),
    ];
    const [kept, given, twice] = [await plan(author.key), await plan(author.key), await plan(author.key)];
    await act(author.memberId, "deactivate");
    const give = (from: string, to: string, posts: string[], credit?: string) =>
      call("POST", `/members/${from}/planned`, { action: "reassign", to, posts, ...(credit && { credit }) });
    expect((await give(author.memberId, heir.memberId, [kept], "nobody")).status).toBe(400);
    await give(author.memberId, heir.memberId, [kept]);
    await give(author.memberId, heir.memberId, [given], "taker");
    await give(author.memberId, second.memberId, [twice]);
    // Given on, they are still whose they were.
    await act(second.memberId, "deactivate");
    await give(second.memberId, heir.memberId, [twice], "author");
    const claims = await publishAll([kept, given, twice]);
    expect(claims).toEqual([author.memberId, heir.memberId, author.memberId]);

    const { name } = (await find(author.memberId)) ?? {};
    const own = async (id: string) => (await call("GET", `/posts/${id}/claim`, undefined, heir.key)).wire.data;
    expect(await own(kept)).toMatchObject({ status: "pending", credit_to: name, may_change: false });
    expect(await own(given)).toMatchObject({ status: "pending", credit_to: null, may_change: true });
    expect((await call("PATCH", `/posts/${kept}/claim`, { points: 900 }, heir.key)).status).not.toBe(200);
    // Whoever holds the post decides on nothing: it is reviewed as its author's.
    const { wire } = await call("GET", `/claims/${kept}`);
    expect(wire.data.claim.member.id).toBe(author.memberId);
  });
});

async function holders(ids: string[]) {
  const rows = await query("select id, member_id from posts where id = any($1)", [ids]);
  return ids.map((id) => rows.find((row) => row["id"] === id)?.["member_id"]);
}

/** As a worker ends a post that went out. @returns whose claims they are */
async function publishAll(ids: string[]) {
  await query("update posts set status = 'published', published_at = now(), due_at = null where id = any($1)", [ids]);
  for (const id of ids) await inTransaction(service.database.pool, (tx) => createClaim(tx, id, "A post"));
  const rows = await query("select post_id, member_id from claims where post_id = any($1)", [ids]);
  return ids.map((id) => rows.find((row) => row["post_id"] === id)?.["member_id"]);
}
