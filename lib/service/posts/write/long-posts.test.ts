import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "#lib/contract/limits.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Post } from "#lib/contract/types.ts";
import { createTestRequest, openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { textBatchBytes } from "#lib/service/posts/read/post-sql.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const partOf = (mark: string, length: number) => mark.padEnd(length, "word ").replace(/ $/, "x");
const longest = (mark: string) => [partOf(mark, 25_000), partOf(mark, 25_000), partOf(mark, 10_000)];
const channel = () => service.org.channelIds[0] ?? "";
const write = async (thread: string[], key = service.org.key) =>
  (await service.create({ channels: [channel()], thread, draft: true }, key))[0] as Post;
/** Makes a post as long as posts could be before the limit. */
const lengthen = (id: string, parts: readonly string[]) =>
  service.database.pool.query("update posts set parts = $2 where id = $1", [
    id,
    JSON.stringify(parts.map((text) => ({ text }))),
  ]);
const old = Array.from({ length: 20 }, (_, at) => partOf(`old ${at} `, 25_000));
const ask = (path: string, key: string) => service.call("GET", `/v1${path}`, { key });
const textsOf = (posts: Post[]) => posts.map((post) => post.posts.map(({ text }) => text));

describe("a long post", () => {
  test("all parts hold 60,000 characters together, and one more is rejected with both numbers", async () => {
    const post = await write(longest("at the limit "));
    expect(post.posts.reduce((sum, { text }) => sum + text.length, 0)).toBe(limits.postCharacters);
    const thread = [...longest("over the limit "), "x"];
    const json = { channels: [channel()], thread, draft: true };
    const refused = await service.call("POST", "/v1/posts", { key: service.org.key, json });
    expect([refused.status, refused.wire.error.code, refused.wire.error.field]).toEqual([
      400,
      "invalid_request",
      "thread",
    ]);
    expect(refused.wire.error.message).toBe("The parts have 60001 characters together; at most 60000 are allowed.");
    const change = { version: post.version, thread };
    const edited = await service.call("PATCH", `/v1/posts/${post.id}`, { key: service.org.key, json: change });
    expect(edited.status).toBe(400);
    expect((await ask(`/posts/${post.id}`, service.org.key)).wire.data).toEqual(post);
  });

  test.each([
    ["U+0300 and U+0315 by turns", "\u0300\u0315"],
    ["U+0F73, which is two marks itself", "\u0f73\u0f74"],
    ["half-width marks and U+0334 by turns", "\uff9e\u0334"],
  ])("of marks on one letter is saved and found: %s", async (_, marks) => {
    const text = (words: string) => `${words} a${marks.repeat(12_000)}`;
    const thread = [text("overgrown"), text("letters")];
    const post = await write(thread);
    expect(post.posts.map((part) => part.text)).toEqual(thread);
    const found = await ask("/posts?q=overgrown%20letters", service.org.key);
    expect(found.wire.data.map(({ id }: Post) => id)).toContain(post.id);
    await service.call("DELETE", `/v1/posts/${post.id}`, { key: service.org.key });
  });

  test("an older, longer post is read whole, can be shortened and moved, and never grows", async () => {
    const { key } = await service.addMember("member");
    const post = await write(["short"], key);
    await lengthen(post.id, old);
    expect(textsOf([(await ask(`/posts/${post.id}`, key)).wire.data])).toEqual([old]);
    expect(textsOf((await ask("/posts", key)).wire.data)).toEqual([old]);
    const edit = (version: number, thread: string[]) =>
      service.call("PATCH", `/v1/posts/${post.id}`, { key, json: { version, thread } });
    expect((await edit(1, [...old, "more"])).status).toBe(400);
    expect((await edit(1, old.slice(0, 10))).status).toBe(200);
    expect((await edit(2, old.slice(0, 11))).status).toBe(400);
    expect((await edit(2, old.slice(0, 2))).status).toBe(200);
    expect(textsOf((await ask("/posts", key)).wire.data)).toEqual([old.slice(0, 2)]);
  });
});

describe("a list of long posts", () => {
  const count = 25;
  let key: string;
  beforeAll(async () => {
    key = (await service.addMember("member")).key;
    for (let at = 1; at <= count; at += 1) await write(longest(`post ${at} `), key);
    const before = await write(["short"], key);
    await lengthen(before.id, old);
    await write(["the newest"], key);
  });

  test.each(["limit=100", "limit=20&offset=3", "limit=100&order=asc", "status=draft&status=failed", "q=post&limit=10"])(
    "the list has every text whole and in order: %s",
    async (query) => {
      const { wire } = await ask(`/posts?${query}`, key);
      const posts: Post[] = wire.data;
      const each = await Promise.all(posts.map(async ({ id }) => (await ask(`/posts/${id}`, key)).wire.data));
      expect(posts).toEqual(each);
      const times = posts.map((post) => post.created_at);
      expect(times).toEqual(query.includes("asc") ? times.toSorted() : times.toSorted().reverse());
      expect(wire.pagination.total).toBe(query.includes("q=") ? count : count + 2);
      expect(posts.length).toBeGreaterThan(5);
    },
  );

  test("the list is streamed in pieces of about one batch", async () => {
    const response = await service.http(createTestRequest("GET", "/v1/posts?limit=100", { key }));
    const longestPost = JSON.stringify(old).length;
    let most = 0;
    let bytes = 0;
    for await (const piece of response.body as ReadableStream<Uint8Array>) {
      most = Math.max(most, piece.length);
      bytes += piece.length;
    }
    expect(bytes).toBeGreaterThan(1_500_000);
    expect(most).toBeLessThan(longestPost + textBatchBytes + 100_000);
  });

  test.each(["json", "csv"])("the export is whole: %s", async (format) => {
    const { text } = await ask(`/posts/export?format=${format}`, key);
    for (let at = 1; at <= count; at += 1) expect(text).toContain(`post ${at} word`);
    for (const part of old) expect(text).toContain(part);
    if (format === "json") expect(JSON.parse(text)).toEqual((await ask("/posts?limit=100", key)).wire.data);
  });

  describe("text=excerpt", () => {
    beforeAll(async () => {
      await write(["😀".repeat(300), "post"], key);
      await write([`${"post ".repeat(20)}a`, "b".repeat(200)], key);
    });

    const shorten = (posts: Post[]) =>
      posts.map((post) => {
        const characters = post.posts.reduce((sum, { text }) => sum + [...text].length, 0);
        let left: number = serverOnlyLimits.excerptCharacters;
        const parts = post.posts.map(({ text }) => {
          const shortened = [...text].slice(0, left).join("");
          left -= [...shortened].length;
          return { text: shortened };
        });
        return characters > serverOnlyLimits.excerptCharacters ? { ...post, posts: parts, characters } : post;
      });

    test.each([
      "limit=100",
      "limit=20&offset=3",
      "status=draft",
      "status=draft&offset=2",
      "status=draft&status=failed",
      "sort=scheduled",
      "q=post",
    ])("the list has each post's first characters and the full length: %s", async (query) => {
      const [whole, excerpts] = await Promise.all([
        ask(`/posts?${query}`, key),
        ask(`/posts?${query}&text=excerpt`, key),
      ]);
      expect(excerpts.wire).toEqual({ ...whole.wire, data: shorten(whole.wire.data) });
      expect(excerpts.wire.data.some((post: Post) => post.characters === limits.postCharacters)).toBe(true);
      const most = (serverOnlyLimits.excerptCharacters * 4 + 1_500) * excerpts.wire.data.length;
      expect(Buffer.byteLength(excerpts.text)).toBeLessThan(most);
    });

    test("short texts are unchanged", async () => {
      const { key: another } = await service.addMember("member");
      const post = await write(["short", "and sweet", "x".repeat(250)], another);
      expect((await ask("/posts?text=excerpt", another)).wire.data).toEqual([post]);
      expect((await ask("/posts?text=full", another)).wire.data).toEqual([post]);
      expect((await ask("/posts?text=some", another)).status).toBe(400);
    });
  });
});
