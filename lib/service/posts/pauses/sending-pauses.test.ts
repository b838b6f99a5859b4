import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { InboxItem } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { createSendingPausedRule } from "#lib/service/notifications/rules/sending-paused.ts";
import { silentLog } from "#lib/service/notifications/testing/post-failed-relay.ts";
import { createOutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";

let service: TestService;
let member: { memberId: string; key: string };
let channelId: string;

beforeAll(async () => {
  service = await openTestService();
  member = await service.addMember("member");
  channelId = service.org.channelIds[0] ?? "";
});
afterAll(() => service.close());
afterEach(async () => {
  for (const { id } of (await ask("GET", "/pauses")).wire.data)
    await ask("POST", `/pauses/${id}/resume`, { overdue: "draft" });
  await service.database.pool.query("update posts set deleted_at = now() where deleted_at is null");
});

const ask = (method: string, path: string, json?: unknown, key = service.org.key) =>
  service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
const pause = async (json: Record<string, unknown> = {}) => {
  const { status, wire, text } = await ask("POST", "/pauses", { reason: "Wrong prices", ...json });
  expect([status, text]).toEqual([201, text]);
  return wire.data;
};
const inAnHour = () => new Date(service.clock.now().getTime() + 3_600_000).toISOString();
const create = (json: Record<string, unknown>, key = service.org.key) =>
  ask("POST", "/posts", { channels: [channelId], text: "Hello", ...json }, key);

/** Creates a scheduled post of the member and makes it due. */
async function createOverdue(text: string): Promise<string> {
  const { wire } = await create({ text, scheduled_for: inAnHour() }, member.key);
  const { id } = wire.data[0];
  await service.database.pool.query(
    "update posts set due_at = now() - interval '1 minute', scheduled_for = now() - interval '1 minute' where id = $1",
    [id],
  );
  return id;
}

test("only administrators pause and resume; every member sees who paused what and why", async () => {
  expect((await ask("POST", "/pauses", { reason: "No" }, member.key)).status).toBe(403);
  const paused = await pause({ channel_id: channelId });
  const { wire } = await ask("GET", "/pauses", undefined, member.key);
  expect(wire.data).toMatchObject([
    {
      id: paused.id,
      channel: { id: channelId },
      reason: "Wrong prices",
      overdue: 0,
      paused_by: { id: service.org.memberId },
    },
  ]);
  expect((await ask("POST", `/pauses/${paused.id}/resume`, {}, member.key)).status).toBe(403);
  expect((await ask("GET", `/pauses/${paused.id}/posts`, undefined, member.key)).status).toBe(403);
  const other = await service.addOrganization("Apart");
  expect((await ask("POST", `/pauses/${paused.id}/resume`, {}, other.key)).status).toBe(404);
  expect((await ask("POST", "/pauses", { reason: "No", channel_id: channelId }, other.key)).status).toBe(404);
});

test.for([[""], ["   "], ["x".repeat(201)], ["two\nlines"]])(
  "a pause without a fitting reason is refused: %#",
  async ([reason]) => {
    const { status, wire } = await ask("POST", "/pauses", { reason });
    expect([status, wire.error.field]).toEqual([400, "reason"]);
    expect((await ask("GET", "/pauses")).wire.data).toEqual([]);
  },
);

test("publishing now is refused with a code before anything changes; scheduling and drafts are accepted", async () => {
  const failedId = (await create({ text: "Failed before" })).wire.data[0].id;
  await service.database.pool.query(
    "update posts set status = 'failed', failure_cause = 'rejected', due_at = null where id = $1",
    [failedId],
  );
  await pause();
  const now = await create({});
  expect([now.status, now.wire.error.code]).toEqual([409, "sending_paused"]);
  expect(now.wire.error.message).toContain("Wrong prices");
  const counts = (await ask("GET", "/posts/counts")).wire.data;
  expect([counts.publishing, counts.draft, counts.scheduled]).toEqual([0, 0, 0]);
  const scheduled = await create({ scheduled_for: inAnHour() });
  const draft = await create({ draft: true });
  expect([scheduled.status, draft.status]).toEqual([201, 201]);
  const [{ id, version }] = draft.wire.data;
  const patched = await ask("PATCH", `/posts/${id}`, { version, status: "publishing" });
  expect([patched.status, patched.wire.error.code]).toEqual([409, "sending_paused"]);
  const bulk = await ask("POST", "/posts/changes", { action: "publish", posts: [{ id }], grace_seconds: 5 });
  expect(bulk.wire.data.refused[0].error.code).toBe("sending_paused");
  const retried = await ask("POST", `/posts/${failedId}/retry`, {});
  expect([retried.status, retried.wire.error.code]).toEqual([409, "sending_paused"]);
});

test("another organization publishes now while this one is paused", async () => {
  await pause();
  const other = await service.addOrganization("Not paused");
  expect((await create({ channels: [other.channelIds[0]] }, other.key)).status).toBe(201);
});

test("another channel publishes now while one is paused", async () => {
  await pause({ channel_id: channelId });
  expect((await create({ channels: [service.org.channelIds[1]] })).status).toBe(201);
  expect((await create({ channels: service.org.channelIds.slice(0, 2) })).wire.error.code).toBe("sending_paused");
});

test("posts that were due are listed, say that they wait, and need a decision before sending resumes", async () => {
  const paused = await pause();
  const ids = [await createOverdue("First of all"), await createOverdue("Second of all")];
  const seen = await ask("GET", `/posts/${ids[0]}`, undefined, member.key);
  expect(seen.wire.data.hold.reason).toMatch(/_paused$/);
  expect((await ask("GET", "/pauses")).wire.data).toMatchObject([{ overdue: 2 }]);
  const listed = await ask("GET", `/pauses/${paused.id}/posts`);
  expect(listed.wire.data.map((post: { id: string }) => post.id).toSorted()).toEqual(ids.toSorted());
  const undecided = await ask("POST", `/pauses/${paused.id}/resume`, {});
  expect([undecided.status, undecided.wire.error.field]).toEqual([409, "overdue"]);
  expect((await ask("GET", "/pauses")).wire.data).toHaveLength(1);
  const { wire } = await ask("POST", `/pauses/${paused.id}/resume`, { overdue: "draft" });
  expect(wire.data).toMatchObject({ resumed: true, sent: 0, drafts: 2 });
  const after = await ask("GET", `/posts/${ids[0]}`, undefined, member.key);
  expect(after.wire.data).toMatchObject({ status: "draft", scheduled_for: null });
  expect((await ask("POST", `/pauses/${paused.id}/resume`, {})).status).toBe(404);
});

test("of ten pauses and of ten resumes at once one succeeds", async () => {
  const pauses = await Promise.all(Array.from({ length: 10 }, () => ask("POST", "/pauses", { reason: "Now" })));
  expect(pauses.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  const [{ id }] = (await ask("GET", "/pauses")).wire.data;
  const resumes = await Promise.all(Array.from({ length: 10 }, () => ask("POST", `/pauses/${id}/resume`, {})));
  expect(resumes.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
});

test("a pause and its end are in the audit log, in the outbox for webhooks, and in one inbox item of every other member", async () => {
  const { clock, database } = service;
  await database.pool.query("delete from outbox");
  await database.pool.query("delete from notices");
  const consumers = [createSendingPausedRule({ clock, canMail: false })];
  const relay = () => createOutboxEventRelay({ ...database, log: silentLog, consumers }).run();
  const inbox = async (key: string): Promise<InboxItem[]> => (await ask("GET", "/inbox", undefined, key)).wire.data;
  const { id } = await pause();
  const { rows } = await database.pool.query("select kind, detail from outbox where kind like 'sending.%'");
  const detail = { pause_id: id, channel_id: null, reason: "Wrong prices" };
  expect(rows).toMatchObject([{ kind: "sending.paused", detail }]);
  await relay();
  expect((await inbox(member.key)).map(({ cause, reason }) => [cause, reason])).toEqual([["paused", "Wrong prices"]]);
  await ask("POST", `/pauses/${id}/resume`, {});
  await relay();
  expect((await inbox(member.key)).map(({ cause, reason }) => [cause, reason])).toEqual([["resumed", null]]);
  expect(await inbox(service.org.key)).toEqual([]);
  const log = await database.pool.query(
    "select type from audit_log where type like 'sending.%' order by id desc limit 2",
  );
  expect(log.rows.map(({ type }) => type)).toEqual(["sending.resume", "sending.pause"]);
  const second = await pause();
  await createOverdue("Due meanwhile");
  await ask("POST", `/pauses/${second.id}/resume`, { overdue: "draft" });
  await relay();
  expect((await inbox(member.key))[0]).toMatchObject({
    cause: "resumed",
    reason: "1 overdue post was moved to drafts.",
  });
  // An item that an earlier version wrote has the pause's reason.
  await database.pool.query(`update notices set detail = '{"cause": "resumed", "said": "Wrong prices"}'`);
  expect((await inbox(member.key))[0]).toMatchObject({ cause: "resumed", reason: null });
});

test("the end of a pause under another one is not told as sending that resumed", async () => {
  const { clock, database } = service;
  await database.pool.query("delete from outbox");
  await database.pool.query("delete from notices");
  const relay = () =>
    createOutboxEventRelay({
      ...database,
      log: silentLog,
      consumers: [createSendingPausedRule({ clock, canMail: false })],
    }).run();
  const causes = async () => {
    await relay();
    const { wire } = await ask("GET", "/inbox", undefined, member.key);
    return wire.data.map((item: InboxItem) => `${item.cause} ${item.channel ? "there" : "everywhere"}`).toSorted();
  };
  const all = await pause();
  const one = await pause({ channel_id: channelId });
  await ask("POST", `/pauses/${one.id}/resume`, {});
  expect(await causes()).toEqual(["lifted there", "paused everywhere"]);
  const again = await pause({ channel_id: channelId });
  await ask("POST", `/pauses/${all.id}/resume`, {});
  expect(await causes()).toEqual(["lifted everywhere", "lifted there", "paused there"]);
  await ask("POST", `/pauses/${again.id}/resume`, {});
  expect(await causes()).toEqual(["lifted everywhere", "lifted there", "resumed there"]);
});
