import { describe, expect, test, vi } from "vitest";
import type { Scope } from "#lib/contract/scopes.ts";
import { addPendingClaims } from "#lib/service/claims/testing/pending-claims.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { createLog } from "#lib/service/core/log.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { createRealtimeHub } from "./realtime-hub.ts";
import { setUpEventStreams, waitForEvents } from "./testing/event-streams.ts";

const stage = setUpEventStreams();
const { listen, draft, edit } = stage;

describe("event stream", () => {
  test("a member gets events of their own posts: created, changed, deleted", async () => {
    const { key } = await stage.service.addMember("member");
    const stream = await listen(key);
    const post = await draft(key);
    await waitForEvents(() => expect(stream.events).toEqual([{ type: "many" }]));
    await edit(post.id, key);
    await waitForEvents(() =>
      expect(stream.events.at(-1)).toEqual({ type: "post", id: post.id, status: "draft", version: 2 }),
    );
    await stage.service.call("DELETE", `/v1/posts/${post.id}`, { key });
    await waitForEvents(() => expect(stream.events).toHaveLength(3));
  });

  test("a points decision reaches the organization, a claim's viewing only the other administrators", async () => {
    const [peer, other] = [await stage.service.addMember("member"), await stage.service.addMember("admin")];
    const elsewhere = await stage.service.addOrganization("Beyond");
    const [claim] = await addPendingClaims(stage.service.database.pool, {
      orgId: stage.service.org.orgId,
      memberIds: [peer.memberId],
      channelId: stage.service.org.channelIds[0] ?? "",
      count: 1,
    });
    const streams = {
      peer: await listen(peer.key),
      admin: await listen(stage.service.org.key),
      other: await listen(other.key),
      elsewhere: await listen(elsewhere.key),
    };
    const ask = (path: string, json?: unknown) =>
      stage.service.call("POST", `/v1${path}`, { key: stage.service.org.key, json });
    await ask(`/claims/${claim}/view`);
    await ask(`/claims/${claim}/decision`, { version: 1, action: "approve" });
    await waitForEvents(() => expect(streams.other.events.slice(-2)).toEqual([{ type: "review" }, { type: "claims" }]));
    await waitForEvents(() => expect(streams.admin.events.at(-1)).toEqual({ type: "claims" }));
    await waitForEvents(() => expect(streams.peer.events.at(-1)).toEqual({ type: "claims" }));
    expect([...streams.admin.events, ...streams.peer.events].some((event) => event.type === "review")).toBe(false);
    expect(streams.elsewhere.events.some((event) => event.type === "claims")).toBe(false);
  });

  test("a template is its author's alone until it is shared; then each change reaches all members", async () => {
    const { service } = stage;
    const [author, admin, other] = [
      await service.addMember("member"),
      await service.addMember("admin"),
      await service.addMember("admin"),
    ];
    const streams = [await listen(author.key), await listen(admin.key), await listen(other.key)];
    const id = service.clock.newId();
    const path = `/v1/drafts/${id}`;
    const content = { parts: ["Weekly"], own: {}, images: [], channels: [], when: null, points: 20, post: null };
    const bulk = (action: "delete" | "restore") => ["POST", "/v1/drafts/changes", { action, ids: [id] }] as const;
    const changes = [
      [author.key, ["PUT", path, { version: 0, kind: "template", content }], [1, 0, 0]],
      [author.key, ["PATCH", path, { shared: true }], [2, 1, 1]],
      [author.key, ["PUT", path, { version: 1, kind: "template", content }], [3, 2, 2]],
      [admin.key, ["PATCH", path, { name: "Weekly, by the team" }], [4, 3, 3]],
      [admin.key, bulk("delete"), [5, 4, 4]],
      [admin.key, bulk("restore"), [6, 5, 5]],
      [admin.key, ["DELETE", path, undefined], [7, 6, 6]],
      [admin.key, ["POST", `${path}/restore`, undefined], [8, 7, 7]],
      [author.key, ["PATCH", path, { shared: false }], [9, 8, 8]],
      [author.key, ["PATCH", path, { name: "Mine" }], [10, 8, 8]],
    ] as const;
    for (const [key, [method, to, json], counts] of changes) {
      expect((await service.call(method, to, { key, json })).status).toBe(200);
      await waitForEvents(() =>
        expect(streams.map(({ events }) => events.filter(({ type }) => type === "drafts").length)).toEqual(counts),
      );
    }
  });

  test("note changes reach all members of the organization and nobody else", async () => {
    const [author, peer] = [await stage.service.addMember("member"), await stage.service.addMember("member")];
    const elsewhere = await stage.service.addOrganization("Without notes");
    const streams = {
      author: await listen(author.key),
      peer: await listen(peer.key),
      admin: await listen(stage.service.org.key),
      elsewhere: await listen(elsewhere.key),
    };
    const heard = async (count: number) => {
      for (const stream of [streams.author, streams.peer, streams.admin]) {
        const notes = () => stream.events.filter(({ type }) => type === "notes");
        await waitForEvents(() => expect(notes()).toEqual(Array.from({ length: count }, () => ({ type: "notes" }))));
      }
    };
    const ask = async (method: string, path: string, json?: unknown) =>
      (await stage.service.call(method, `/v1/notes${path}`, { key: author.key, json })).wire.data;
    const { id } = await ask("POST", "", { day: "2027-05-06", text: "Fair" });
    await heard(1);
    await ask("PATCH", `/${id}`, { text: "Fair, moved" });
    await heard(2);
    await ask("DELETE", `/${id}`);
    await heard(3);
    expect(streams.elsewhere.events).toEqual([]);
  });

  test("channel changes reach all members of the organization and nobody else", async () => {
    const peer = await stage.service.addMember("member");
    const elsewhere = await stage.service.addOrganization("Without channels");
    const streams = { peer: await listen(peer.key), elsewhere: await listen(elsewhere.key) };
    const heard = (count: number) =>
      waitForEvents(() => expect(streams.peer.events.filter(({ type }) => type === "channels")).toHaveLength(count));
    const ask = async (method: string, path: string, json?: unknown) => {
      const answer = await stage.service.call(method, `/v1/channels${path}`, { key: stage.service.org.key, json });
      expect([method, path, answer.status < 300]).toEqual([method, path, true]);
      return answer.wire.data;
    };
    const { id } = await ask("POST", "", { platform: "x", name: "A harbour" });
    await heard(1);
    await ask("PATCH", `/${id}`, { name: "The harbour" });
    await heard(2);
    await ask("PATCH", `/${id}`, { members: [peer.memberId] });
    await heard(3);
    await ask("POST", `/${id}/reconnect`);
    await heard(4);
    await ask("POST", `/${id}/disconnect`, {});
    await heard(5);
    expect(streams.elsewhere.events).toEqual([]);
  });

  test("an administrator gets events of the whole organization and of no other", async () => {
    const [author, peer] = [await stage.service.addMember("member"), await stage.service.addMember("member")];
    const elsewhere = await stage.service.addOrganization("Elsewhere");
    const post = await draft(author.key);
    const streams = {
      author: await listen(author.key),
      admin: await listen(stage.service.org.key),
      peer: await listen(peer.key),
      elsewhere: await listen(elsewhere.key),
    };
    await edit(post.id, author.key);
    // That the post was made may be heard by whoever listened first.
    const changed = { type: "post", id: post.id, status: "draft", version: 2 };
    await waitForEvents(() => expect(streams.author.events.at(-1)).toEqual(changed));
    await waitForEvents(() => expect(streams.admin.events.at(-1)).toEqual(changed));
    // Notifications arrive in the order of their commits: once the peer hears of their own post, they heard all before it.
    await draft(peer.key);
    await stage.service.create({ channels: [elsewhere.channelIds[0]], text: "b", draft: true }, elsewhere.key);
    await waitForEvents(() => expect(streams.peer.events).toEqual([{ type: "many" }]));
    await waitForEvents(() => expect(streams.elsewhere.events).toEqual([{ type: "many" }]));
    expect(JSON.stringify([streams.peer.events, streams.elsewhere.events])).not.toContain(post.id);
  });

  test("inbox events reach only their member, not an administrator", async () => {
    const author = await stage.service.addMember("member");
    const [own, admin] = [await listen(author.key), await listen(stage.service.org.key)];
    const notice = JSON.stringify({ type: "inbox", org: stage.service.org.orgId, member: author.memberId });
    await stage.service.database.pool.query("select pg_notify('post_changed', $1)", [notice]);
    await waitForEvents(() => expect(own.events).toEqual([{ type: "inbox" }]));
    const post = await draft(stage.service.org.key);
    await edit(post.id, stage.service.org.key);
    await waitForEvents(() => expect(admin.events.at(-1)?.type).toBe("post"));
    expect(admin.events.map(({ type }) => type)).not.toContain("inbox");
  });

  test("members hear that others' plan changed, not which post, and nothing of drafts or without plan:read", async () => {
    const [author, peer] = [await stage.service.addMember("member"), await stage.service.addMember("member")];
    const narrow = await stage.service.addMember("member", ["posts:read"]);
    const elsewhere = await stage.service.addOrganization("Far");
    const streams = [await listen(peer.key), await listen(narrow.key), await listen(elsewhere.key)];
    const heard = (count: number) =>
      waitForEvents(() => {
        const plans = Array.from({ length: count }, () => ({ type: "plan" }));
        expect(streams.map(({ events }) => events)).toEqual([plans, [], []]);
      });
    const change = async (json: Record<string, unknown>, version: number) =>
      expect(
        (await stage.service.call("PATCH", `/v1/posts/${post.id}`, { key: author.key, json: { version, ...json } }))
          .status,
      ).toBe(200);
    const witness = await listen(author.key);
    const post = await draft(author.key);
    await edit(post.id, author.key);
    await waitForEvents(() => expect(witness.events.at(-1)).toMatchObject({ version: 2 }));
    await heard(0);
    const scheduled = { scheduled_for: new Date(Date.now() + 3_600_000).toISOString() };
    await change({ status: "scheduled", ...scheduled }, 2);
    await heard(1);
    await change({ text: "changed again" }, 3);
    await heard(2);
    await change({ status: "draft" }, 4);
    await heard(3);
    await change({ text: "a draft again" }, 5);
    await stage.service.create(
      { channels: [stage.service.org.channelIds[0]], text: "planned", ...scheduled },
      author.key,
    );
    await heard(4);
  });

  test("a change of others' plan makes a reader of the plan read everything again, and no other member", async () => {
    const author = await stage.service.addMember("member");
    const log = createLog("silent");
    const processConnection = createProcessConnection({ connection: stage.service.database.connection, log });
    let nowMs = Date.now();
    const live = createRealtimeHub({ processConnection, now: () => new Date(nowMs), log });
    await live.prepare();
    const sinceMs = nowMs + 10_000;
    nowMs += 20_000;
    const witness = await listen(author.key);
    const scheduled = { scheduled_for: new Date(Date.now() + 3_600_000).toISOString() };
    await stage.service.create({ channels: [stage.service.org.channelIds[0]], text: "a", ...scheduled }, author.key);
    await waitForEvents(() => expect(witness.events).toEqual([{ type: "many" }]));
    const first = async (scopes: Scope[]) => {
      const actor: Actor = {
        orgId: stage.service.org.orgId,
        memberId: stage.service.clock.newId(),
        role: "member",
        scopes: new Set(scopes),
        keyId: "k",
        credential: { type: "session" },
      };
      const stream = (await live.open(actor, async () => true, sinceMs))[Symbol.asyncIterator]();
      const { value } = await stream.next();
      await stream.return?.();
      return value;
    };
    const opening = ": open\n\n";
    await vi.waitFor(async () =>
      expect(await first(["posts:read", "plan:read"])).toBe(`${opening}event: change\ndata: {"type":"many"}\n\n`),
    );
    expect(await first(["posts:read"])).toBe(opening);
    await live.close();
  });

  test("a reader gets `many` first only if something they can see changed since their last read", async () => {
    const [author, peer] = [await stage.service.addMember("member"), await stage.service.addMember("member")];
    const witness = await listen(author.key);
    const post = await draft(author.key);
    await edit(post.id, author.key);
    await waitForEvents(() => expect(witness.events.at(-1)).toMatchObject({ id: post.id }));
    // Clocks are given two seconds, so these are a minute apart.
    const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    expect((await listen(author.key, {}, before)).events).toEqual([{ type: "many" }]);
    expect((await listen(stage.service.org.key, {}, before)).events).toEqual([{ type: "many" }]);
    expect((await listen(author.key, {}, after)).events).toEqual([]);
    expect((await listen(peer.key, {}, after)).events).toEqual([]);
    const wrong = await stage.service.call("GET", "/v1/events?since=yesterday", { key: author.key });
    expect([wrong.status, wrong.wire.error.field]).toEqual([400, "since"]);
  });

  test("a reader gets `many` first if they last read before this process subscribed to changes", async () => {
    const log = createLog("silent");
    const processConnection = createProcessConnection({ connection: stage.service.database.connection, log });
    const live = createRealtimeHub({ processConnection, now: () => new Date(), log });
    const { orgId, memberId } = stage.service.org;
    const actor: Actor = {
      orgId,
      memberId,
      role: "admin",
      scopes: new Set(),
      keyId: "k",
      credential: { type: "session" },
    };
    const first = async (sinceMs: number) => {
      const stream = (await live.open(actor, async () => true, sinceMs))[Symbol.asyncIterator]();
      const { value } = await stream.next();
      await stream.return?.();
      return value;
    };
    const opening = ": open\n\n";
    expect(await first(Date.now() - 60_000)).toBe(`${opening}event: change\ndata: {"type":"many"}\n\n`);
    expect(await first(Date.now() + 60_000)).toBe(opening);
    await live.close();
  });

  test("an unreadable notification does not stop the stream", async () => {
    const { key } = await stage.service.addMember("member");
    const stream = await listen(key);
    for (const garbage of ["", "{", "null", '{"type":"post"}', '{"type":"x","org":"a","member":"b"}']) {
      await stage.service.database.pool.query("select pg_notify('post_changed', $1)", [garbage]);
    }
    await draft(key);
    await waitForEvents(() => expect(stream.events).toEqual([{ type: "many" }]));
  });

  test("all readers get `many` after the database connection is restored", async () => {
    const { key } = await stage.service.addMember("member");
    const stream = await listen(key);
    const { rowCount } = await stage.service.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'postwright process'",
    );
    // One that an earlier test has closed may be about to end.
    expect(rowCount).toBeGreaterThan(0);
    await waitForEvents(() => expect(stream.events).toContainEqual({ type: "many" }));
    const post = await draft(key);
    await edit(post.id, key);
    await waitForEvents(() => expect(stream.events.at(-1)).toMatchObject({ type: "post", id: post.id }));
  });
});
