import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { addMember } from "#lib/service/members/create-organization.ts";
import { holdMemberPosts, resumeMemberPosts } from "#lib/service/posts/write/hold-or-transfer-scheduled-posts.ts";
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

const texts = async () => (await stage.timeline()).map(({ text }) => text);
const isOut = (text: string) => waitUntil(`${text} is out`, async () => (await texts()).includes(text));

test("a scheduled post of a deactivated author is not sent, even if written at that moment, and blocks no other", async () => {
  const worker = stage.makeWorker();
  await worker.start("all");
  const { pool, org, clock } = stage;
  const gone = await inTransaction(pool, (tx) =>
    addMember(tx, { orgId: org.orgId, name: "Gone", email: "gone@example.org", role: "member" }, clock),
  );
  const write = async (text: string) => {
    const id = await stage.write(worker, { parts: [text], inMs: 3_600_000 });
    await pool.query("update posts set member_id = $2 where id = $1", [id, gone]);
    return id;
  };
  const before = await write("scheduled before");
  await inTransaction(pool, async (tx) => {
    await tx.client.query("update members set removed_at = now() where id = $1", [gone]);
    await holdMemberPosts(tx, gone);
  });
  const sameMoment = await write("written in the same moment");
  await stage.passTime(3_600_000);
  await stage.write(worker, { parts: ["of somebody else"] });
  await isOut("of somebody else");
  await waitUntil("the post is held", async () => (await stage.rowOf(sameMoment)).due_at === null);
  for (const id of [before, sameMoment]) {
    expect(await stage.rowOf(id)).toMatchObject({ status: "scheduled", due_at: null, attempts: 0 });
  }
  expect(await texts()).toEqual(["of somebody else"]);

  const later = await write("the post is released and sent");
  await inTransaction(pool, async (tx) => {
    await holdMemberPosts(tx, gone);
    await tx.client.query("update posts set scheduled_for = now() + interval '2 minutes' where id = $1", [later]);
    await tx.client.query("update members set removed_at = null where id = $1", [gone]);
    const actor = {
      memberId: org.memberId,
      orgId: org.orgId,
      role: "owner" as const,
      scopes: new Set<never>(),
      keyId: "",
      credential: { type: "session" as const },
    };
    await resumeMemberPosts(tx, actor, gone, { clock, wakeAt: worker.wakeAt });
  });
  await stage.passTime(120_000);
  await isOut("the post is released and sent");
  expect((await stage.rowOf(before)).status).toBe("draft");
});
