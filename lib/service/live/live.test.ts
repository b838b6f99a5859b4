import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Actor } from "#lib/service/actor";
import { sessionHeader } from "#lib/service/http/auth";
import { makeRequest, openTestService, type TestService } from "#lib/service/http/testing";
import { makeLog } from "#lib/service/log";
import { addPendingClaims } from "#lib/service/points/testing-claims";
import { makeLive } from "./live.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

type Heard = { type: string; id?: string; status?: string };
const open: Listening[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.leave();
});

type Listening = {
  status: number;
  /** What was heard so far, in order. */
  events: Heard[];
  isOver: () => boolean;
  leave: () => Promise<void>;
};

/** Reads a member's stream as a script would. Resolves once the first piece is there: from then on nothing is missed. */
async function listen(key: string, headers: Record<string, string> = {}, since?: Date): Promise<Listening> {
  const path = since ? `/v1/events?since=${since.toISOString()}` : "/v1/events";
  const answer = await service.http(makeRequest("GET", path, { key, headers }));
  const reader = answer.body?.getReader();
  const events: Heard[] = [];
  let over = false;
  const first = Promise.withResolvers<void>();
  const read = async () => {
    let text = "";
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      first.resolve();
      if (done) break;
      text += new TextDecoder().decode(value);
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [name, data] = block.split("\n");
        if (name === "event: change") events.push(JSON.parse((data ?? "").slice("data: ".length)));
      }
    }
    over = true;
  };
  const reading = read();
  await first.promise;
  const stream: Listening = {
    status: answer.status,
    events,
    isOver: () => over,
    async leave() {
      await reader?.cancel();
      await reading;
    },
  };
  open.push(stream);
  return stream;
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 5 });
const draft = async (key: string) => {
  const [post] = await service.create({ channels: [service.org.channelIds[0]], text: "a", draft: true }, key);
  if (!post) throw new Error("no post");
  return post;
};
const edit = async (id: string, key: string, version = 1) => {
  const answer = await service.call("PATCH", `/v1/posts/${id}`, { key, json: { version, text: "changed" } });
  expect(answer.status).toBe(200);
};

describe("the event stream", () => {
  test("tells a member of their own posts: created, changed, deleted", async () => {
    const { key } = await service.addMember("member");
    const stream = await listen(key);
    const post = await draft(key);
    await soon(() => expect(stream.events).toEqual([{ type: "many" }]));
    await edit(post.id, key);
    await soon(() => expect(stream.events.at(-1)).toEqual({ type: "post", id: post.id, status: "draft", version: 2 }));
    await service.call("DELETE", `/v1/posts/${post.id}`, { key });
    await soon(() => expect(stream.events).toHaveLength(3));
  });

  test("tells the organization of decided points, and other administrators alone of who looks at a claim", async () => {
    const [peer, other] = [await service.addMember("member"), await service.addMember("admin")];
    const elsewhere = await service.addOrganization("Beyond");
    const [claim] = await addPendingClaims(service.database.pool, {
      ...{ orgId: service.org.orgId, memberIds: [peer.memberId], channelId: service.org.channelIds[0] ?? "", count: 1 },
    });
    const streams = {
      peer: await listen(peer.key),
      admin: await listen(service.org.key),
      other: await listen(other.key),
      elsewhere: await listen(elsewhere.key),
    };
    const ask = (path: string, json?: unknown) => service.call("POST", `/v1${path}`, { key: service.org.key, json });
    await ask(`/claims/${claim}/view`);
    await ask(`/claims/${claim}/decision`, { version: 1, action: "approve" });
    await soon(() => expect(streams.other.events.slice(-2)).toEqual([{ type: "review" }, { type: "claims" }]));
    await soon(() => expect(streams.admin.events.at(-1)).toEqual({ type: "claims" }));
    await soon(() => expect(streams.peer.events.at(-1)).toEqual({ type: "claims" }));
    expect([...streams.admin.events, ...streams.peer.events].some((event) => event.type === "review")).toBe(false);
    expect(streams.elsewhere.events.some((event) => event.type === "claims")).toBe(false);
  });

  test("tells all of an organization of its notes on days, and nobody of another's", async () => {
    const [author, peer] = [await service.addMember("member"), await service.addMember("member")];
    const elsewhere = await service.addOrganization("Without notes");
    const streams = {
      author: await listen(author.key),
      peer: await listen(peer.key),
      admin: await listen(service.org.key),
      elsewhere: await listen(elsewhere.key),
    };
    const heard = async (count: number) => {
      for (const stream of [streams.author, streams.peer, streams.admin]) {
        const notes = () => stream.events.filter(({ type }) => type === "notes");
        await soon(() => expect(notes()).toEqual(Array.from({ length: count }, () => ({ type: "notes" }))));
      }
    };
    const ask = async (method: string, path: string, json?: unknown) =>
      (await service.call(method, `/v1/notes${path}`, { key: author.key, json })).wire.data;
    const { id } = await ask("POST", "", { day: "2027-05-06", text: "Fair" });
    await heard(1);
    await ask("PATCH", `/${id}`, { text: "Fair, moved" });
    await heard(2);
    await ask("DELETE", `/${id}`);
    await heard(3);
    expect(streams.elsewhere.events).toEqual([]);
  });

  test("tells all of an organization of each change of its channels, and nobody of another's", async () => {
    const peer = await service.addMember("member");
    const elsewhere = await service.addOrganization("Without channels");
    const streams = { peer: await listen(peer.key), elsewhere: await listen(elsewhere.key) };
    const heard = (count: number) =>
      soon(() => expect(streams.peer.events.filter(({ type }) => type === "channels")).toHaveLength(count));
    const ask = async (method: string, path: string, json?: unknown) => {
      const answer = await service.call(method, `/v1/channels${path}`, { key: service.org.key, json });
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

  test("tells an administrator of the whole organization, and nobody of another's", async () => {
    const [author, peer] = [await service.addMember("member"), await service.addMember("member")];
    const elsewhere = await service.addOrganization("Elsewhere");
    const post = await draft(author.key);
    const streams = {
      author: await listen(author.key),
      admin: await listen(service.org.key),
      peer: await listen(peer.key),
      elsewhere: await listen(elsewhere.key),
    };
    await edit(post.id, author.key);
    // That the post was made may be heard by whoever listened first.
    const changed = { type: "post", id: post.id, status: "draft", version: 2 };
    await soon(() => expect(streams.author.events.at(-1)).toEqual(changed));
    await soon(() => expect(streams.admin.events.at(-1)).toEqual(changed));
    // Notifications arrive in the order of their commits: once the peer hears of their own post, they heard all before it.
    await draft(peer.key);
    await service.create({ channels: [elsewhere.channelIds[0]], text: "b", draft: true }, elsewhere.key);
    await soon(() => expect(streams.peer.events).toEqual([{ type: "many" }]));
    await soon(() => expect(streams.elsewhere.events).toEqual([{ type: "many" }]));
    expect(JSON.stringify([streams.peer.events, streams.elsewhere.events])).not.toContain(post.id);
  });

  test("tells of an inbox its member alone, not an administrator", async () => {
    const author = await service.addMember("member");
    const [own, admin] = [await listen(author.key), await listen(service.org.key)];
    const notice = JSON.stringify({ type: "inbox", org: service.org.orgId, member: author.memberId });
    await service.database.pool.query("select pg_notify('post_changed', $1)", [notice]);
    await soon(() => expect(own.events).toEqual([{ type: "inbox" }]));
    const post = await draft(service.org.key);
    await edit(post.id, service.org.key);
    await soon(() => expect(admin.events.at(-1)?.type).toBe("post"));
    expect(admin.events.map(({ type }) => type)).not.toContain("inbox");
  });

  test("says `many` first to a reader after whose reading something changed, and to no other", async () => {
    const [author, peer] = [await service.addMember("member"), await service.addMember("member")];
    const witness = await listen(author.key);
    const post = await draft(author.key);
    await edit(post.id, author.key);
    await soon(() => expect(witness.events.at(-1)).toMatchObject({ id: post.id }));
    // Clocks are given two seconds, so these are a minute apart.
    const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    expect((await listen(author.key, {}, before)).events).toEqual([{ type: "many" }]);
    expect((await listen(service.org.key, {}, before)).events).toEqual([{ type: "many" }]);
    expect((await listen(author.key, {}, after)).events).toEqual([]);
    expect((await listen(peer.key, {}, after)).events).toEqual([]);
    const wrong = await service.call("GET", "/v1/events?since=yesterday", { key: author.key });
    expect([wrong.status, wrong.wire.error.field]).toEqual([400, "since"]);
  });

  test("says `many` first to whoever read before this process heard of changes", async () => {
    const live = makeLive({ connection: service.database.connection, log: makeLog("silent") });
    const { orgId, memberId } = service.org;
    const actor: Actor = { orgId, memberId, role: "admin", scopes: new Set(), keyId: "k" };
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

  test("survives a notice that can't be read", async () => {
    const { key } = await service.addMember("member");
    const stream = await listen(key);
    for (const garbage of ["", "{", "null", '{"type":"post"}', '{"type":"x","org":"a","member":"b"}']) {
      await service.database.pool.query("select pg_notify('post_changed', $1)", [garbage]);
    }
    await draft(key);
    await soon(() => expect(stream.events).toEqual([{ type: "many" }]));
  });

  test("ends when the key is revoked, when its session is closed, and when the member is removed", async () => {
    const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
    const [revoked, gone, stays] = [
      await service.addMember("member"),
      await service.addMember("member"),
      await service.addMember("member"),
    ];
    const session = service.clock.newId();
    await sql("insert into sessions (id, key_id, created_at) values ($1, $2, now())", [session, stays.keyId]);
    const streams = {
      revoked: await listen(revoked.key),
      session: await listen(stays.key, { [sessionHeader]: session }),
      gone: await listen(gone.key),
      stays: await listen(stays.key),
    };
    await sql("update api_keys set revoked_at = now() where id = $1", [revoked.keyId]);
    await soon(() => expect(streams.revoked.isOver()).toBe(true));
    await sql("update sessions set closed_at = now() where id = $1", [session]);
    await soon(() => expect(streams.session.isOver()).toBe(true));
    await sql("update members set removed_at = now() where id = $1", [gone.memberId]);
    await soon(() => expect(streams.gone.isOver()).toBe(true));
    expect(streams.stays.isOver()).toBe(false);
  });

  test("ends when an administrator becomes a member: they were told of others' posts", async () => {
    const admin = await service.addMember("admin");
    const stream = await listen(admin.key);
    await service.database.pool.query("update members set role = 'member' where id = $1", [admin.memberId]);
    await soon(() => expect(stream.isOver()).toBe(true));
  });

  test("says `many` once the database's connection is back, whatever happened meanwhile", async () => {
    const { key } = await service.addMember("member");
    const stream = await listen(key);
    const { rowCount } = await service.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen \"post_changed\"'",
    );
    expect(rowCount).toBe(1);
    await soon(() => expect(stream.events).toContainEqual({ type: "many" }));
    const post = await draft(key);
    await edit(post.id, key);
    await soon(() => expect(stream.events.at(-1)).toMatchObject({ type: "post", id: post.id }));
  });

  test("a member may have twenty, and one more once another was left", async () => {
    const { key } = await service.addMember("member");
    const streams = [];
    for (let at = 0; at < 20; at += 1) streams.push(await listen(key));
    const refused = await service.call("GET", "/v1/events", { key });
    expect([refused.status, refused.wire.error.code]).toEqual([409, "conflict"]);
    await streams[0]?.leave();
    expect((await service.call("GET", "/v1/events", { key })).status).toBe(200);
  });

  test("a HEAD of it opens none", async () => {
    const { key } = await service.addMember("member");
    for (let at = 0; at < 30; at += 1) {
      expect((await service.http(makeRequest("HEAD", "/v1/events", { key }))).status).toBe(200);
    }
    expect((await service.call("GET", "/v1/events", { key })).status).toBe(200);
  });
});

test("a stream that is closed from this side ends at once, also while its reader waits, and no other opens", async () => {
  const live = makeLive({ connection: service.database.connection, log: makeLog("silent") });
  const { orgId, memberId } = service.org;
  const actor: Actor = { orgId, memberId, role: "admin", scopes: new Set(), keyId: "k" };
  const stream = await live.open(actor, async () => true);
  const read = (async () => {
    let text = "";
    for await (const piece of stream) text += piece;
    return text;
  })();
  await pause(0);
  await live.close();
  expect(await read).toBe(": open\n\n");
  await expect(live.open(actor, async () => true)).rejects.toMatchObject({ code: "unavailable" });
});
