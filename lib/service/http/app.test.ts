import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

test("the setup key reads its identity and channels and publishes to all of them", async () => {
  const { call, org } = service;
  const me = await call("GET", "/v1/me", { key: org.key });
  expect(me.status).toBe(200);
  expect(me.wire.data.org).toEqual({ id: org.orgId, name: "Analytical Engines", slug: "analytical-engines" });
  expect(me.wire.data.membership).toMatchObject({ id: org.memberId, role: "owner", email: "ada@example.org" });

  const channels = await call("GET", "/v1/channels", { key: org.key });
  expect(channels.wire.data.map((one: { username: string }) => one.username)).toEqual([
    "practice_x",
    "practice_bluesky",
    "practice_linkedin",
  ]);

  const posts = await service.create({ channels: org.channelIds, thread: ["one 1/2", "two 2/2"] });
  expect(posts.map((post) => [post.channel, post.status, post.delivery])).toEqual([
    ["x", "publishing", "thread"],
    ["bluesky", "publishing", "joined"],
    ["linkedin", "publishing", "joined"],
  ]);
  expect(posts[0]?.posts).toEqual([{ text: "one 1/2" }, { text: "two 2/2" }]);
  expect(service.woken.map((one) => one.postId)).toEqual(posts.map((post) => post.id));

  const list = await call("GET", "/v1/posts?limit=2", { key: org.key });
  expect(list.wire.pagination).toEqual({ limit: 2, offset: 0, total: 3 });
  expect(list.wire.data).toEqual([posts[2], posts[1]]);

  const one = await call("GET", `/v1/posts/${posts[0]?.id}`, { key: org.key });
  expect(one.wire.data).toEqual(posts[0]);
});

test("a deleted draft is gone and a second deletion gets 404", async () => {
  const [draft] = await service.create({ channels: service.org.channelIds.slice(0, 1), text: "x", draft: true });
  const path = `/v1/posts/${draft?.id}`;
  const first = await service.call("DELETE", path, { key: service.org.key });
  expect([first.status, first.wire]).toEqual([200, { data: { id: draft?.id, deleted: true } }]);
  expect((await service.call("GET", path, { key: service.org.key })).status).toBe(404);
  expect((await service.call("DELETE", path, { key: service.org.key })).status).toBe(404);
});
