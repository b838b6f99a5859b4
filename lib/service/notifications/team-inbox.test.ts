import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { InboxItem } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { createOutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";
import { createPostFailedRule } from "./rules/post-failed.ts";
import { createProblemAssignedRule } from "./rules/problem-assigned.ts";
import { silentLog } from "./testing/post-failed-relay.ts";

type Member = Awaited<ReturnType<TestService["addMember"]>>;

let service: TestService;
let author: Member;
let other: Member;
let admin: Member;

beforeAll(async () => {
  service = await openTestService();
  author = await service.addMember("member");
  other = await service.addMember("member");
  admin = await service.addMember("admin");
});
beforeEach(async () => {
  await service.database.pool.query("update posts set deleted_at = now() where deleted_at is null");
  await service.database.pool.query("delete from notices");
  await service.database.pool.query("delete from inbox_assignments");
  await service.database.pool.query("delete from inbox_snoozes");
});
afterAll(() => service.close());

async function relay(): Promise<void> {
  const { clock } = service;
  const consumers = [
    createPostFailedRule({ clock, canMail: false }),
    createProblemAssignedRule({ clock, canMail: false }),
  ];
  await createOutboxEventRelay({ ...service.database, log: silentLog, consumers }).run();
}

async function setFailed(id: string, cause: string): Promise<void> {
  await service.database.pool.query(
    `with done as (update posts set status = 'failed', failure_cause = $2, failure_part = 1, error = 'No.', due_at = null,
       version = version + 1 where id = $1 returning id)
     insert into post_events (id, post_id, kind, detail)
     select gen_random_uuid(), id, 'failed', '{"reason":"invalid","said":"It said no."}' from done`,
    [id, cause],
  );
  await relay();
}

async function addFailed(by: { key: string }, cause = "gave_up"): Promise<string> {
  const [post] = await service.create(
    { channels: [service.org.channelIds[0]], text: `Of ${cause}`, points: 0 },
    by.key,
  );
  if (!post) throw new Error("no post");
  await setFailed(post.id, cause);
  return post.id;
}

async function list(by: { key: string }, query = "?member=all"): Promise<InboxItem[]> {
  const { status, wire } = await service.call("GET", `/v1/inbox${query}`, { key: by.key });
  expect(status).toBe(200);
  return wire.data;
}

const assign = (by: { key: string }, json: Record<string, unknown>) =>
  service.call("POST", "/v1/inbox/assignments", { key: by.key, json });
const snooze = (by: { key: string }, json: Record<string, unknown>) =>
  service.call("POST", "/v1/inbox/snoozes", { key: by.key, json });
const inADay = () => new Date(Date.now() + 86_400_000).toISOString();
const owner = () => service.org;

test("an administrator lists the failed posts of all members by cause, each with its author", async () => {
  await addFailed(author);
  await addFailed(other);
  await addFailed(other, "unconfirmed");
  const items = await list(admin);
  expect(items.map(({ cause, count }) => [cause, count])).toEqual([
    ["unconfirmed", 1],
    ["gave_up", 2],
  ]);
  expect(items[1]?.posts.map((post) => post.member?.id).toSorted()).toEqual(
    [author.memberId, other.memberId].toSorted(),
  );
  expect(await list(admin, "")).toEqual([]);
  expect((await list(author, "")).length).toBe(1);
});

test("members can't list others' failed posts, nor assign them", async () => {
  await addFailed(other);
  const [item] = await list(admin);
  expect((await service.call("GET", "/v1/inbox?member=all", { key: author.key })).status).toBe(403);
  expect((await assign(author, { key: item?.key, member_id: author.memberId })).status).toBe(403);
  expect((await list(admin))[0]?.assignee).toBeNull();
});

test("an assigned member is notified, all administrators see who it is, and the item closes once it is solved", async () => {
  const id = await addFailed(author, "unconfirmed");
  const key = (await list(admin))[0]?.key;
  expect((await assign(owner(), { key, member_id: admin.memberId, expected_member_id: null })).status).toBe(200);
  await relay();
  const [told] = await list(admin, "");
  expect([told?.kind, told?.cause, told?.count, told?.unread]).toEqual(["problem_assigned", "unconfirmed", 1, true]);
  expect([told?.change?.post_id, told?.change?.title]).toEqual([id, "Of unconfirmed"]);
  expect((await list(owner()))[0]?.assignee).toMatchObject({ id: admin.memberId });
  expect((await list(author, ""))[0]?.assignee).toMatchObject({ id: admin.memberId });
  await service.database.pool.query("update posts set status = 'published' where id = $1", [id]);
  expect(await list(admin, "")).toEqual([]);
  expect(await list(admin)).toEqual([]);
  expect((await assign(owner(), { key, member_id: null })).status).toBe(404);
});

test("two administrators who assign at once get one answer, and the other learns who was chosen", async () => {
  await addFailed(author);
  const key = (await list(admin))[0]?.key;
  const answers = await Promise.all([
    assign(owner(), { key, member_id: author.memberId, expected_member_id: null }),
    assign(admin, { key, member_id: admin.memberId, expected_member_id: null }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.wire.error.message).toMatch(/ assigned it to .*\. Your choice was not saved\./);
});

test("who has left or can't open the posts is not assigned, and whoever leaves is assigned no longer", async () => {
  await addFailed(author);
  const key = (await list(admin))[0]?.key;
  expect((await assign(admin, { key, member_id: other.memberId })).wire.error.message).toMatch(
    /can't open these posts/,
  );
  expect((await assign(admin, { key, member_id: "nobody" })).status).toBe(400);
  const leaver = await service.addMember("admin");
  expect((await assign(admin, { key, member_id: leaver.memberId })).status).toBe(200);
  await service.database.pool.query("update members set removed_at = now() where id = $1", [leaver.memberId]);
  expect((await list(admin))[0]?.assignee).toBeNull();
  expect((await assign(admin, { key, member_id: leaver.memberId })).status).toBe(400);
  expect((await assign(admin, { key, member_id: admin.memberId, expected_member_id: null })).status).toBe(200);
});

test("only items of the member's own view are snoozed, so keys without one write nothing", async () => {
  await addFailed(author);
  const key = (await list(admin))[0]?.key ?? "";
  const until = inADay();
  const made = Array.from({ length: 999 }, (_, at) => `post_failed:missed:${at}`);
  expect((await snooze(admin, { keys: [...made, key], until })).wire.data).toEqual({ changed: 1 });
  const stranger = await service.addMember("member");
  expect((await snooze(stranger, { keys: [key], until })).wire.data).toEqual({ changed: 0 });
  const { rows } = await service.database.pool.query("select cause_key from inbox_snoozes");
  expect(rows).toEqual([{ cause_key: key }]);
});

test("a snoozed item is away for its member alone, and returns at its time or when it changes", async () => {
  await addFailed(author);
  const [item] = await list(admin);
  const key = item?.key ?? "";
  const until = inADay();
  expect((await snooze(admin, { keys: [key], until })).wire.data).toEqual({ changed: 1 });
  expect(await list(admin)).toEqual([]);
  expect((await list(admin, "?member=all&state=snoozed"))[0]).toMatchObject({ key, snoozed_until: until });
  expect((await list(owner())).length).toBe(1);
  await addFailed(other);
  expect((await list(admin))[0]).toMatchObject({ key, count: 2 });
  await snooze(admin, { keys: [key], until });
  expect(await list(admin)).toEqual([]);
  await service.database.pool.query("update inbox_snoozes set until = now() - interval '1 second'");
  expect((await list(admin)).length).toBe(1);
  await snooze(author, { keys: [key], until });
  expect((await service.call("GET", "/v1/inbox/counts", { key: author.key })).wire.data).toEqual({
    open: 0,
    unread: 0,
  });
  expect((await snooze(author, { keys: [key], until: null })).wire.data).toEqual({ changed: 1 });
  expect((await list(author, "")).length).toBe(1);
});

test("a snooze into the past or beyond a year is refused", async () => {
  for (const until of [new Date(Date.now() - 1_000), new Date(Date.now() + 400 * 86_400_000)]) {
    expect((await snooze(admin, { keys: ["a"], until: until.toISOString() })).status).toBe(400);
  }
});

test("an assignment ends with the problem: a later failure of the same cause is nobody's yet", async () => {
  const id = await addFailed(author);
  const key = (await list(admin))[0]?.key;
  await assign(admin, { key, member_id: admin.memberId });
  await service.database.pool.query("update posts set status = 'published' where id = $1", [id]);
  await addFailed(other);
  expect((await list(admin))[0]).toMatchObject({ key, assignee: null });
});

test("the posts of an item are listed alone by its key, for its author and an administrator", async () => {
  const own = await addFailed(author);
  const others = await addFailed(other);
  await addFailed(author, "unconfirmed");
  const key = (await list(admin)).find(({ cause }) => cause === "gave_up")?.key ?? "";
  const idsOf = async (by: { key: string }, query: string) => {
    const path = `/v1/posts?problem=${encodeURIComponent(key)}${query}`;
    return (await service.call("GET", path, { key: by.key })).wire.data.map(({ id }: { id: string }) => id).toSorted();
  };
  expect(await idsOf(admin, "&member=all")).toEqual([own, others].toSorted());
  expect(await idsOf(author, "")).toEqual([own]);
  await service.database.pool.query("update posts set status = 'published' where id = $1", [own]);
  expect(await idsOf(author, "")).toEqual([]);
});
