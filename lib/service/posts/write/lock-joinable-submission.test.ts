import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
let x = "";
let bluesky = "";
let linkedin = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = "", linkedin = ""] = service.org.channelIds;
});
afterAll(() => service.close());

const begin = async (key?: string) => (await service.create({ channels: [x], text: "For X" }, key))[0];
const join = (submission: unknown, json: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  service.call("POST", "/v1/posts", {
    key: service.org.key,
    json: { channels: [linkedin], text: "For LinkedIn, at length", submission_id: submission, ...json },
    headers,
  });
const countPosts = async () =>
  (await service.database.pool.query<{ n: number }>("select count(*)::int as n from posts")).rows[0]?.n;
const onChannels = async (submission: string | undefined) =>
  (await service.call("GET", `/v1/posts?submission=${submission}`, { key: service.org.key })).wire.data.map(
    (post: { channel: string; posts: { text: string }[] }) => [post.channel, post.posts[0]?.text],
  );

test("a different text for another channel joins the submission, and each post keeps its own", async () => {
  const first = await begin();
  const { status, wire } = await join(first?.submission_id);
  expect([status, wire.data[0].submission_id]).toEqual([201, first?.submission_id]);
  expect(new Set(await onChannels(first?.submission_id))).toEqual(
    new Set([
      ["linkedin", "For LinkedIn, at length"],
      ["x", "For X"],
    ]),
  );
});

test("a repeat with the same key creates nothing twice", async () => {
  const first = await begin();
  const headers = { "idempotency-key": "own-words-1" };
  const made = await join(first?.submission_id, {}, headers);
  const again = await join(first?.submission_id, {}, headers);
  expect([again.status, again.text]).toEqual([201, made.text]);
  expect(await onChannels(first?.submission_id)).toHaveLength(2);
});

test("a submission has one post for each channel under concurrency; a deleted one makes room", async () => {
  const first = await begin();
  const submission = first?.submission_id;
  const all = await Promise.all([1, 2, 3, 4].map((n) => join(submission, { text: `Try ${n}` })));
  expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const refused = all.find(({ status }) => status === 409)?.wire.error;
  expect(refused).toMatchObject({
    code: "conflict",
    message: "Practice LinkedIn already has a post of this submission.",
    field: "channels",
  });
  const made = all.find(({ status }) => status === 201)?.wire.data[0];
  await service.database.pool.query("update posts set deleted_at = now() where id = $1", [made.id]);
  expect((await join(submission)).status).toBe(201);
});

test("one taken channel rejects the whole call", async () => {
  const first = await begin();
  const before = await countPosts();
  expect((await join(first?.submission_id, { channels: [bluesky, x] })).status).toBe(409);
  expect(await countPosts()).toBe(before);
});

test("an unknown, foreign, malformed or day-old submission can't be joined, and nothing is created", async () => {
  const { key } = await service.addMember("member");
  const other = await service.addOrganization("Elsewhere");
  const foreign = await service.create({ channels: [other.channelIds[0]], text: "Theirs" }, other.key);
  const peers = await begin(key);
  const own = await begin();
  const before = await countPosts();
  const asked = [service.clock.newId(), peers?.submission_id, foreign[0]?.submission_id, "'; drop table posts; --", ""];
  for (const submission of asked) {
    const { status, wire } = await join(submission);
    expect([status, wire.error.code, wire.error.field]).toEqual([400, "invalid_request", "submission_id"]);
  }
  expect((await join(7)).status).toBe(400);
  service.clock.add(24 * 3_600_000 + 60_000);
  const late = await join(own?.submission_id);
  expect([late.status, late.wire.error.field]).toEqual([400, "submission_id"]);
  expect(await countPosts()).toBe(before);
});
