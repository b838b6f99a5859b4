import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpTools } from "./mcp-tools.ts";
import { callTool, type McpFixture, openMcpFixture } from "./testing/mcp-fixture.ts";

let mcp: McpFixture;
let client: Client;
let channel: string;
beforeAll(async () => {
  mcp = await openMcpFixture();
  client = await mcp.connect(mcp.service.org.key);
  channel = mcp.service.org.channelIds[0] ?? "";
});
afterAll(() => mcp.close());

const call = (name: string, args: Record<string, unknown> = {}) => callTool(client, name, args);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const countPosts = async () =>
  (await mcp.service.call("GET", "/v1/posts", { key: mcp.service.org.key })).wire.pagination.total;

describe("an assistant over MCP", () => {
  test("an assistant finds out who it is, creates a post, schedules, lists and deletes it", async () => {
    const me = await call("who_am_i");
    expect(me.data).toMatchObject({ org: { name: "Analytical Engines" }, membership: { role: "owner" } });
    expect(me.text).not.toContain("@");
    const { channels } = (await call("list_channels")).data;
    expect(channels.map((one: { id: string }) => one.id)).toContain(channel);
    const text = "The first draft of an assistant";
    const created = await call("create_post", { channels: [channel], text, draft: true });
    expect(created.data).toMatchObject({ already_created: false, posts: [{ status: "draft", text, parts: 1 }] });
    const [post] = created.data.posts;
    const at = inHours(24);
    const scheduled = await call("schedule_post", { id: post.id, version: post.version, scheduled_for: at });
    expect(scheduled.data.post).toMatchObject({ id: post.id, status: "scheduled", scheduled_for: at });
    const listed = await call("list_posts", { status: ["scheduled"] });
    expect(listed.data.posts.map((one: { id: string }) => one.id)).toContain(post.id);
    expect((await call("delete_post", { id: post.id })).data).toEqual({ id: post.id, deleted: true });
    const gone = await call("get_post", { id: post.id });
    expect(gone).toMatchObject({ isError: true });
    expect(gone.text).toMatch(/^The post was not found\. Nothing was changed\. List the posts/);
  });

  test("a text is edited, moved back to the drafts and published at once", async () => {
    const at = inHours(30);
    const [post] = (await call("create_post", { channels: [channel], text: "Version 1", scheduled_for: at })).data
      .posts;
    expect(post).toMatchObject({ status: "scheduled", scheduled_for: at });
    const edited = (await call("update_post", { id: post.id, version: post.version, thread: ["One", "Two"] })).data
      .post;
    expect(edited).toMatchObject({ text: "One\n\nTwo", parts: 2, status: "scheduled" });
    const noCard = { id: post.id, version: edited.version, link_card: { url: null } };
    const bare = (await call("update_post", noCard)).data.post;
    const { wire } = await mcp.service.call("GET", `/v1/posts/${post.id}`, { key: mcp.service.org.key });
    expect(wire.data.link_card).toEqual({ url: null });
    const back = (await call("schedule_post", { id: post.id, version: bare.version, scheduled_for: null })).data.post;
    expect(back).toMatchObject({ status: "draft", scheduled_for: null });
    const out = (await call("publish_post", { id: post.id, version: back.version })).data.post;
    expect(out.status).toBe("publishing");
    expect(mcp.service.woken.some(({ postId }) => postId === post.id)).toBe(true);
    expect((await call("get_post", { id: post.id })).data.post.posts).toEqual([{ text: "One" }, { text: "Two" }]);
  });

  test("checks, slots, claims and ranks are the ones of the API", async () => {
    const text = "Said twice within a day";
    await call("create_post", { channels: [channel], text, scheduled_for: inHours(40) });
    const checked = await call("check_post", { channels: [channel], text, scheduled_for: inHours(41) });
    expect(checked.data.warnings[0]).toMatchObject({ code: "same_text", channel_id: channel });
    expect((await call("next_slot", { channel: [channel] })).data).toEqual({ at: null, slots: 0 });
    expect((await call("leaderboard")).data).toMatchObject({ next_offset: null });
    expect((await call("list_claims", { state: "pending" })).data).toMatchObject({ total: 0, claims: [] });
  });

  test("a list has at most 20 rows, excerpts, and the offset of the next page", async () => {
    const member = await mcp.service.addMember("member");
    for (let n = 0; n < 22; n += 1) {
      await mcp.service.create({ channels: [channel], text: `${n} ${"long ".repeat(50)}`, draft: true }, member.key);
    }
    const own = await mcp.connect(member.key);
    const first = (await callTool(own, "list_posts")).data;
    expect(first).toMatchObject({ total: 22, next_offset: 20 });
    expect(first.posts).toHaveLength(20);
    expect(Math.max(...first.posts.map((post: { text: string }) => post.text.length))).toBeLessThanOrEqual(280);
    const last = (await callTool(own, "list_posts", { offset: first.next_offset })).data;
    expect(last).toMatchObject({ next_offset: null });
    expect(last.posts).toHaveLength(2);
    expect((await callTool(own, "list_posts", { limit: 21 })).text).toMatch(/^limit must be at most 20\. Nothing/);
  });
});

describe("creating a post over MCP", () => {
  test("the same call twice creates one post, also without a key", async () => {
    const args = { channels: [channel], text: "Sent twice by a nervous client", scheduled_for: inHours(50) };
    const first = (await call("create_post", args)).data;
    const before = await countPosts();
    const second = (await call("create_post", args)).data;
    expect(second).toMatchObject({ already_created: true, posts: [{ id: first.posts[0].id }] });
    const own = { ...args, idempotency_key: "again, on purpose" };
    const third = (await call("create_post", own)).data;
    expect(third).toMatchObject({ already_created: false, idempotency_key: "again, on purpose" });
    expect((await call("create_post", own)).data.posts[0].id).toBe(third.posts[0].id);
    expect(await countPosts()).toBe(before + 1);
  });

  test("repeating a call whose post was deleted since says so instead of reporting a post", async () => {
    const args = { channels: [channel], text: "Created, deleted, wanted again", draft: true };
    const [post] = (await call("create_post", args)).data.posts;
    await call("delete_post", { id: post.id });
    const again = await call("create_post", args);
    expect(again.isError).toBe(true);
    expect(again.text).toContain("was deleted since. Nothing was changed. To create it again");
    expect((await call("create_post", { ...args, idempotency_key: "2" })).data.posts[0].status).toBe("draft");
  });

  test("a call that does not say when is refused, and so is a name that the tool does not have", async () => {
    const before = await countPosts();
    const base = { channels: [channel], text: "Not yet" };
    for (const args of [
      base,
      { ...base, draft: true, publish_now: true },
      { ...base, draft: true, scheduled_for: inHours(5) },
      { ...base, scheduled_for: inHours(5), publish_now: true },
    ]) {
      expect((await call("create_post", args)).text).toMatch(/^Say exactly one of draft: true, scheduled_for/);
    }
    const misspelled = await call("create_post", { ...base, schedule_for: inHours(5), publish_now: true });
    expect(misspelled.isError).toBe(true);
    expect(misspelled.text).toMatch(
      /^There is no field schedule_for\. Did you mean scheduled_for\? Nothing was changed\./,
    );
    expect(await countPosts()).toBe(before);
  });

  test("an outdated version changes nothing and says how to go on", async () => {
    const [post] = (await call("create_post", { channels: [channel], text: "Mine", draft: true })).data.posts;
    await call("update_post", { id: post.id, version: post.version, text: "Ours" });
    const late = await call("update_post", { id: post.id, version: post.version, text: "Lost?" });
    expect(late.text).toMatch(
      /^The post has changed: .* Nothing was changed\. Read it again, .*\n\(conflict, field version, request /s,
    );
    expect((await call("get_post", { id: post.id })).data.post.posts).toEqual([{ text: "Ours" }]);
  });
});

describe("permissions over MCP", () => {
  test("a key for drafts only writes drafts, knows it, and publishes nothing", async () => {
    const json = { name: "Assistant", scopes: ["posts:read", "posts:write"], drafts_only: true };
    const { value } = (await mcp.service.call("POST", "/v1/keys", { key: mcp.service.org.key, json })).wire.data;
    const own = await mcp.connect(value);
    expect((await callTool(own, "who_am_i")).data.drafts_only).toBe(true);
    const [post] = (await callTool(own, "create_post", { channels: [channel], text: "For a person", draft: true })).data
      .posts;
    for (const [name, args] of [
      ["create_post", { channels: [channel], text: "Out", publish_now: true }],
      ["create_post", { channels: [channel], text: "Out", scheduled_for: inHours(3) }],
      ["publish_post", { id: post.id, version: post.version }],
      ["schedule_post", { id: post.id, version: post.version, scheduled_for: inHours(3) }],
    ] as const) {
      const refused = await callTool(own, name, args);
      expect([name, refused.isError]).toEqual([name, true]);
      expect(refused.text).toMatch(/^This API key may write drafts only\. .* Nothing was changed\./);
    }
    expect((await callTool(own, "get_post", { id: post.id })).data.post).toMatchObject({ status: "draft" });
  });

  test("the history says that an assistant created and scheduled a post; no client can claim or hide it", async () => {
    const { key } = mcp.service.org;
    const [post] = (await call("create_post", { channels: [channel], text: "Marked", draft: true })).data.posts;
    expect(post.created_via).toBe("mcp");
    await call("schedule_post", { id: post.id, version: post.version, scheduled_for: inHours(70) });
    const events = (await mcp.service.call("GET", `/v1/posts/${post.id}/events`, { key })).wire.data;
    expect(events.map(({ kind, detail }: { kind: string; detail: { via?: string } }) => [kind, detail.via])).toEqual([
      ["scheduled", "mcp"],
      ["created", "mcp"],
    ]);
    const lie = await fetch(`${mcp.origin}/v1/posts`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", "x-postwright-via": "mcp" },
      body: JSON.stringify({ channels: [channel], text: "By a program", draft: true }),
    });
    expect(((await lie.json()) as { data: { created_via: string }[] }).data[0]?.created_via).toBe("api");
  });

  test("a key without a scope gets an error of the tool that names the scope, and nothing changes", async () => {
    const reader = await mcp.service.addMember("member", ["posts:read"]);
    const own = await mcp.connect(reader.key);
    const refused = await callTool(own, "create_post", { channels: [channel], text: "No", draft: true });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /^This key does not have the scope posts:write\. Nothing was changed\. Don't try again/,
    );
    expect((await callTool(own, "list_posts")).data.total).toBe(0);
    const upload = await callTool(own, "upload_image_from_url", { url: "https://example.org/a.png" });
    expect(upload.text).toMatch(/^This key does not have the scope media:write\./);
  });

  test("only reviewers are offered the review", async () => {
    const namesFor = async (key: string) => (await (await mcp.connect(key)).listTools()).tools.map(({ name }) => name);
    const everyone = mcpTools.map(({ name }) => name);
    expect(await namesFor(mcp.service.org.key)).toEqual(everyone);
    const member = await mcp.service.addMember("member");
    expect(await namesFor(member.key)).toEqual(
      everyone.filter((name) => !name.endsWith("claim") && !name.endsWith("claims")),
    );
  });

  test("another member's posts don't exist", async () => {
    const [post] = (await call("create_post", { channels: [channel], text: "Private", draft: true })).data.posts;
    const other = await mcp.connect((await mcp.service.addMember("member")).key);
    for (const [name, args] of [
      ["get_post", { id: post.id }],
      ["delete_post", { id: post.id }],
      ["publish_post", { id: post.id, version: post.version }],
      ["update_post", { id: post.id, version: post.version, text: "Taken over" }],
      ["get_post", { id: "no id at all" }],
    ] as const) {
      expect((await callTool(other, name, args)).text).toMatch(/^The post was not found\./);
    }
    expect((await call("get_post", { id: post.id })).data.post.posts).toEqual([{ text: "Private" }]);
  });
});

test("all tools together are short enough for a model that reads them before its first call", async () => {
  expect(JSON.stringify(await client.listTools()).length).toBeLessThan(32_000);
});

test("every tool has a title, hints, a description, and schemas without references that refuse unknown names", async () => {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(mcpTools.length);
  for (const tool of tools) {
    expect(tool.title, tool.name).toMatch(/^[A-Z]/);
    expect(tool.description?.length, tool.name).toBeGreaterThan(40);
    expect(Object.keys(tool.annotations ?? {}).toSorted()).toEqual(
      ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"].toSorted(),
    );
    expect(tool.inputSchema["additionalProperties"], tool.name).toBe(false);
    expect(tool.outputSchema?.["type"]).toBe("object");
    expect(JSON.stringify(tool)).not.toMatch(/"\$ref"|"\$defs"|"override"/);
  }
});
