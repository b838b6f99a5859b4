import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import type { Connector, ReportingAccount } from "#lib/service/channels/core/connector.ts";
import { createNoNetworkIo } from "#lib/service/channels/core/no-network-io.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
const account = { channelId: "", username: "practice_x", remoteId: "", host: "", reportedLimits: {} };
const practice = (): Connector => {
  const connector = service.context.connectorFor({ platform: "x", practice: true });
  if (!connector) throw new Error("no practice connector");
  return connector;
};

/** Creates a thread of three on the practice timeline, as a worker leaves it. */
async function published(): Promise<Post> {
  const thread = ["One", "Two", "Three"];
  const [post] = await service.create({ channels: [service.org.channelIds[0]], thread });
  if (!post) throw new Error("no post");
  const sent: string[] = [];
  for (const [index, text] of thread.entries()) {
    const part = { key: `${post.id}.${index + 1}`, number: index + 1, text, images: [], wire: {}, prepared: null };
    const on = { startedAt: new Date(), resends: 0, root: sent[0] ?? null, parent: sent.at(-1) ?? null };
    const outcome = await practice().publishPart(
      { ...part, ...on },
      account,
      createNoNetworkIo(new AbortController().signal),
    );
    if (outcome.type !== "published") throw new Error(outcome.type);
    sent.push(outcome.sent.remoteId);
    await sql(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state, sent_at, remote_id, url, proof)
       select $1, channel_id, $2, $3, $4, 'sent', now(), $5, $6, 'answer' from posts where id = $1`,
      [post.id, part.number, text, part.key, outcome.sent.remoteId, outcome.sent.url],
    );
  }
  await sql("update posts set status = 'published', published_at = now(), due_at = null where id = $1", [post.id]);
  return post;
}
const takeDown = (post: Post) => service.call("POST", `/v1/posts/${post.id}/take-down`, { key: service.org.key });
const standing = async (post: Post) =>
  (await sql("select text from practice_items where key like $1 order by sequence", [`${post.id}.%`])).rows.map(
    (row) => row.text,
  );
const eventsOf = async (post: Post) =>
  (await sql("select kind, detail from post_events where post_id = $1 order by at, id", [post.id])).rows.slice(1);

describe("taking down a post", () => {
  test("a takedown removes every part from the platform; the post stays in the history with the time", async () => {
    const post = await published();
    const { status, wire } = await takeDown(post);
    expect([status, await standing(post)]).toEqual([200, []]);
    expect(wire.data).toMatchObject({ status: "published", published_urls: [], version: 2 });
    expect(wire.data.taken_down_at).not.toBeNull();
    expect(await eventsOf(post)).toEqual([{ kind: "taken_down", detail: { down: 3, of: 3 } }]);
  });

  test("a repeated takedown causes no error", async () => {
    const post = await published();
    await takeDown(post);
    const { status, wire } = await takeDown(post);
    expect([status, wire.data.version]).toEqual([200, 2]);
    expect(await eventsOf(post)).toHaveLength(1);
  });

  test("a takedown is saved part by part, reports what remains, and continues there", async () => {
    const post = await published();
    const real = service.context.connectorFor;
    const asked: string[] = [];
    service.context.connectorFor = (channel) => {
      const connector = real(channel);
      if (!connector?.remove.can) return connector;
      const { run } = connector.remove;
      const stubborn: typeof run = async (remoteId, ...rest) => {
        asked.push(remoteId);
        return asked.length === 2 ? "cannot" : await run(remoteId, ...rest);
      };
      return { ...connector, remove: { can: true, run: stubborn } };
    };
    const { status, wire } = await takeDown(post);
    service.context.connectorFor = real;
    expect([status, wire.error.message]).toEqual([503, expect.stringContaining("1 of 3 parts remain")]);
    expect(await standing(post)).toEqual(["Two"]);
    const seen = (await service.call("GET", `/v1/posts/${post.id}`, { key: service.org.key })).wire.data;
    expect([seen.published_urls.length, seen.version]).toEqual([1, 1]);
    expect((await takeDown(post)).status).toBe(200);
    expect(await standing(post)).toEqual([]);
    expect((await eventsOf(post)).map(({ detail }) => detail)).toEqual([
      { down: 2, of: 3 },
      { down: 1, of: 1 },
    ]);
  });

  test("a deleted post can be taken down while it is restorable, and its deletion can still be undone", async () => {
    const post = await published();
    const json = { action: "delete", posts: [{ id: post.id }] };
    const deleted = (await service.call("POST", "/v1/posts/changes", { key: service.org.key, json })).wire.data;
    expect(deleted.changed[0]).toMatchObject({ channel: "x", take_down: true });
    expect(deleted.changed[0].published_urls).toHaveLength(3);
    expect((await takeDown(post)).status).toBe(200);
    expect(await standing(post)).toEqual([]);
    const undone = await service.call("POST", `/v1/posts/changes/${deleted.undo}/undo`, { key: service.org.key });
    expect(undone.wire.data.changed).toHaveLength(1);
  });

  test.for(["draft", "scheduled", "publishing", "canceled"])(
    "a takedown of a post in status %s is 409",
    async (status) => {
      const post = await published();
      await sql("update posts set status = $2 where id = $1", [post.id, status]);
      expect((await takeDown(post)).status).toBe(409);
      expect(await standing(post)).toHaveLength(3);
    },
  );

  test("a platform without deletion refuses a takedown with the reason", async () => {
    const post = await published();
    const real = service.context.connectorFor;
    service.context.connectorFor = (channel) => {
      const connector = real(channel);
      return connector && { ...connector, remove: { can: false, why: "It has no such call." } };
    };
    const { status, wire } = await takeDown(post);
    const json = { action: "delete", posts: [{ id: post.id }] };
    const deleted = (await service.call("POST", "/v1/posts/changes", { key: service.org.key, json })).wire.data;
    service.context.connectorFor = real;
    expect([status, wire.error.message]).toEqual([409, expect.stringContaining("It has no such call.")]);
    expect(deleted.changed[0].take_down).toBe(false);
  });

  test("an account whose server lacks deletion refuses a takedown with the reason, and no deletion offers one", async () => {
    const post = await published();
    const real = service.context.connectorFor;
    service.context.connectorFor = (channel) => {
      const connector = real(channel);
      if (!connector?.remove.can) return connector;
      const getLack = ({ reportedLimits }: ReportingAccount) =>
        reportedLimits["software"] === "snac2" ? "snac2 lets no program delete posts." : null;
      return { ...connector, remove: { ...connector.remove, getLack } };
    };
    await sql("update channels set told = $2 where id = $1", [post.channel_id, JSON.stringify({ software: "snac2" })]);
    const { status, wire } = await takeDown(post);
    const channel = await service.call("GET", `/v1/channels/${post.channel_id}`, { key: service.org.key });
    const json = { action: "delete", posts: [{ id: post.id }] };
    const deleted = (await service.call("POST", "/v1/posts/changes", { key: service.org.key, json })).wire.data;
    await sql("update channels set told = '{}' where id = $1", [post.channel_id]);
    service.context.connectorFor = real;
    expect([status, wire.error.message]).toEqual([409, expect.stringContaining("lets no program delete posts")]);
    expect([channel.wire.data.take_down, deleted.changed[0].take_down]).toEqual([false, false]);
    expect(await standing(post)).toHaveLength(3);
  });

  test("a takedown that the platform does not carry out is in the post's history", async () => {
    const post = await published();
    const real = service.context.connectorFor;
    service.context.connectorFor = (channel) => {
      const connector = real(channel);
      return connector && { ...connector, remove: { can: true, run: () => Promise.resolve("cannot") } };
    };
    const { status } = await takeDown(post);
    service.context.connectorFor = real;
    expect([status, await eventsOf(post)]).toEqual([503, [{ kind: "takedown_failed", detail: { of: 3 } }]]);
  });

  test("a part with an unknown address is left to the member who confirmed it", async () => {
    const post = await published();
    await sql("update planned_parts set remote_id = null, url = null where post_id = $1 and number = 3", [post.id]);
    const { status, wire } = await takeDown(post);
    expect([status, wire.error.message]).toEqual([409, expect.stringContaining("Part 3 was confirmed by you")]);
    expect(await standing(post)).toEqual(["Three"]);
  });

  test("a post of a disconnected channel is left to the member", async () => {
    const post = await published();
    await sql("update channels set removed_at = now() where id = $1", [post.channel_id]);
    const { status, wire } = await takeDown(post);
    await sql("update channels set removed_at = null where id = $1", [post.channel_id]);
    expect([status, wire.error.message]).toEqual([409, expect.stringContaining("is disconnected")]);
  });
});
