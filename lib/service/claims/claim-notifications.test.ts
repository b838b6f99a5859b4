import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatInboxItem } from "#lib/contract/messages/inbox-messages.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { createClaimDecidedRule } from "#lib/service/notifications/rules/claim-decided.ts";
import { notifyWaitingClaims } from "#lib/service/notifications/rules/claims-waiting.ts";
import { silentLog } from "#lib/service/notifications/testing/post-failed-relay.ts";
import { createOutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";
import { createWebhookConsumer } from "#lib/service/webhooks/enqueue-deliveries.ts";
import { openReviewFixture, type ReviewFixture } from "./testing/review-fixture.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());
beforeEach(async () => {
  for (const table of ["notice_sendings", "notices", "outbox", "webhook_deliveries"]) {
    await stage.pool.query(`delete from ${table}`);
  }
});

const tell = () => {
  const { clock, database } = stage.service;
  const consumers = [createClaimDecidedRule({ clock, canMail: true }), createWebhookConsumer(clock)];
  return createOutboxEventRelay({ ...database, log: silentLog, consumers }).run();
};
const inbox = async (key = stage.author.key): Promise<InboxItem[]> => (await stage.ask("GET", "/inbox", key)).wire.data;
const times = { day: (iso: string) => iso, at: (iso: string) => iso };
const words = (item?: InboxItem) => (item ? formatInboxItem(item, times) : null);
const approve = async (ids: string[]) => {
  const decisions = ids.map((id) => ({ id, version: 1, action: "approve" }));
  return (await stage.ask("POST", "/claims/decisions", stage.admin.key, { decisions })).wire.data.decision_id as string;
};
const reverse = (decision: string) => stage.ask("POST", `/claims/decisions/${decision}/reverse`, stage.admin.key, {});

test("an approval notifies its author of the points awarded, in the inbox and by e-mail", async () => {
  const id = await stage.claim({ text: "'Our release'" });
  await stage.decide(id, { version: 1, action: "approve", points: 15, reason: "As our rules say" });
  await tell();
  const [item, ...more] = await inbox();
  expect(more).toEqual([]);
  expect(item).toMatchObject({ kind: "claim_decided", cause: "approved", count: 1, unread: true });
  expect(words(item)).toMatchObject({
    title: "+15 points: your claim was approved",
    text: "Post: “Our release”. You claimed 20. Reason: As our rules say.",
    main: { type: "see", href: `/posts/${id}` },
  });
  const { rows } = await stage.pool.query("select way, cause_key from notice_sendings");
  expect(rows).toEqual([{ way: "email", cause_key: "claim_decided:approved" }]);
});

test("an award notifies its member of the points and the reason, each award once", async () => {
  for (const [points, reason] of [
    [60, "Ran the stand in Oslo."],
    [5, "Found the typo"],
  ]) {
    const award = { member: stage.author.memberId, points, reason };
    expect((await stage.ask("POST", "/awards", stage.admin.key, award)).status).toBe(201);
  }
  await tell();
  await tell();
  const items = await inbox();
  expect(items.map((item) => words(item)?.title).sort()).toEqual([
    "+5 points: an administrator awarded you points",
    "+60 points: an administrator awarded you points",
  ]);
  const oslo = items.find((item) => item.claim?.awarded === 60);
  expect(words(oslo)).toMatchObject({
    text: "Reason: Ran the stand in Oslo.",
    main: { type: "see", href: "/points" },
  });
});

test("approvals are grouped until they are read, and each rejection is separate with its reason", async () => {
  await approve(await stage.claims(150));
  await tell();
  await approve(await stage.claims(2));
  const id = await stage.claim({ text: "'Elsewhere'" });
  await stage.decide(id, { version: 1, action: "reject", reason: "Not about our work." });
  await tell();
  const items = await inbox();
  expect(items.map(({ cause, count }) => [cause, count]).sort()).toEqual([
    ["approved", 152],
    ["rejected", 1],
  ]);
  const [approved, rejected] = ["approved", "rejected"].map((cause) =>
    words(items.find((item) => item.cause === cause)),
  );
  expect(approved).toMatchObject({
    title: "+3,040 points: 152 of your claims were approved",
    main: { href: "/points" },
  });
  expect(rejected).toMatchObject({
    title: "Your claim was rejected",
    text: "Reason: Not about our work. Post: “Elsewhere”. You can appeal once on the post's page.",
  });
  await stage.ask("POST", "/inbox/marks", stage.author.key, { keys: ["claim_decided:approved"], mark: "read" });
  await approve([await stage.claim()]);
  await tell();
  expect((await inbox()).find((item) => item.cause === "approved")?.count).toBe(1);
});

test("a reversal removes an unread notification of the decision and marks a read one as reversed", async () => {
  const [one = "", two = ""] = await stage.claims(2);
  const [first, second] = [await approve([one]), await approve([two])];
  await tell();
  await reverse(first);
  await tell();
  expect((await inbox()).map(({ count, claim }) => [count, claim?.post_id])).toEqual([[1, two]]);
  await stage.ask("POST", "/inbox/marks", stage.author.key, { keys: ["claim_decided:approved"], mark: "read" });
  await reverse(second);
  await tell();
  expect((await inbox()).map(({ cause }) => cause).sort()).toEqual(["approved", "reversed"]);
  const id = await stage.claim();
  const { wire } = await stage.decide(id, { version: 1, action: "reject", reason: "No." });
  await reverse(wire.data.decision_id);
  await tell();
  expect((await inbox()).some(({ cause }) => cause === "rejected")).toBe(false);
});

test("webhooks get a decision with its points and reason, in the transaction of the decision", async () => {
  const json = { url: "https://hooks.example.org/", events: ["claim.decided"] };
  await stage.ask("POST", "/webhooks", stage.admin.key, json);
  const id = await stage.claim();
  await stage.decide(id, { version: 1, action: "reject", reason: "Not ours." });
  const refused = await stage.decide(id, { version: 1, action: "approve" });
  expect(refused.status).toBe(409);
  await tell();
  const { rows } = await stage.pool.query("select payload from webhook_deliveries");
  expect(rows.map((row) => JSON.parse(row.payload))).toMatchObject([
    {
      type: "claim.decided",
      data: {
        id,
        membership_id: stage.author.memberId,
        decision: "rejected",
        points: 0,
        claimed: 20,
        reason: "Not ours.",
      },
    },
  ]);
});

test("reviewers get one digest a day of claims older than a day, unless the organization turns it off", async () => {
  const org = await stage.service.addOrganization("Slow");
  const member = stage.service.clock.newId();
  await stage.pool.query(
    "insert into members (id, org_id, name, email, role) values ($1, $2, 'Mia', 'mia@example.org', 'member')",
    [member, org.orgId],
  );
  const seed = { orgId: org.orgId, memberIds: [member], channelId: org.channelIds[0] ?? "" };
  const ids = await stage.claims(3, { ...seed, ageSeconds: 90_000 });
  await stage.claims(1, { ...seed, ageSeconds: 60 });
  const at = { pool: stage.pool, clock: stage.service.clock };
  const mine = async () => (await inbox(org.key)).map((item) => [item.kind, item.count, words(item)?.title]);
  await stage.pool.query(`update organizations set settings = '{"remind_reviewers": false}' where id = $1`, [
    org.orgId,
  ]);
  await notifyWaitingClaims(at, true);
  expect(await mine()).toEqual([]);
  await stage.pool.query("update organizations set settings = '{}' where id = $1", [org.orgId]);
  await notifyWaitingClaims(at, true);
  await notifyWaitingClaims(at, true);
  expect(await mine()).toEqual([["claims_waiting", 3, "3 claims have been waiting for more than a day"]]);
  const letters = async () =>
    (
      await stage.pool.query("select cardinality(notice_ids) as n from notice_sendings where member_id = $1", [
        org.memberId,
      ])
    ).rows;
  expect(await letters()).toEqual([{ n: 1 }]);
  const decisions = ids.map((id) => ({ id, version: 1, action: "approve" }));
  await stage.ask("POST", "/claims/decisions", org.key, { decisions: decisions.slice(1) });
  expect(await mine()).toEqual([["claims_waiting", 1, "1 claim has been waiting for more than a day"]]);
  await stage.ask("POST", "/claims/decisions", org.key, { decisions });
  expect(await mine()).toEqual([]);
  await notifyWaitingClaims(at, true);
  expect(await mine()).toEqual([]);
});
