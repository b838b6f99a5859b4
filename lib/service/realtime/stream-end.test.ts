import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Actor } from "#lib/service/core/actor.ts";
import { createLog } from "#lib/service/core/log.ts";
import { sessionHeader } from "#lib/service/http/access/authenticate.ts";
import { createTestRequest } from "#lib/service/http/testing/test-service.ts";
import { createRealtimeHub } from "./realtime-hub.ts";
import { setUpEventStreams, waitForEvents } from "./testing/event-streams.ts";

const stage = setUpEventStreams();
const { listen } = stage;

describe("event stream", () => {
  test("a stream ends when its key is revoked, its session is closed, or its member is removed", async () => {
    const sql = (text: string, values: unknown[]) => stage.service.database.pool.query(text, values);
    const [revoked, gone, stays] = [
      await stage.service.addMember("member"),
      await stage.service.addMember("member"),
      await stage.service.addMember("member"),
    ];
    const session = stage.service.clock.newId();
    await sql("insert into sessions (id, key_id, created_at) values ($1, $2, now())", [session, stays.keyId]);
    const streams = {
      revoked: await listen(revoked.key),
      session: await listen(stays.key, { [sessionHeader]: session }),
      gone: await listen(gone.key),
      stays: await listen(stays.key),
    };
    await sql("update api_keys set revoked_at = now() where id = $1", [revoked.keyId]);
    await waitForEvents(() => expect(streams.revoked.isOver()).toBe(true));
    await sql("update sessions set closed_at = now() where id = $1", [session]);
    await waitForEvents(() => expect(streams.session.isOver()).toBe(true));
    await sql("update members set removed_at = now() where id = $1", [gone.memberId]);
    await waitForEvents(() => expect(streams.gone.isOver()).toBe(true));
    expect(streams.stays.isOver()).toBe(false);
  });

  test("a stream ends when an administrator becomes a member, because it had events of others' posts", async () => {
    const admin = await stage.service.addMember("admin");
    const stream = await listen(admin.key);
    await stage.service.database.pool.query("update members set role = 'member' where id = $1", [admin.memberId]);
    await waitForEvents(() => expect(stream.isOver()).toBe(true));
  });

  test("a member's stream ends when the organization shares its plan no longer, an administrator's stays", async () => {
    const member = await stage.service.addMember("member");
    const [stream, other] = [await listen(member.key), await listen(stage.service.org.key)];
    await stage.service.call("PATCH", "/v1/organization", {
      key: stage.service.org.key,
      json: { settings: { shared_plan: false } },
    });
    await waitForEvents(() => expect(stream.isOver()).toBe(true));
    expect(other.isOver()).toBe(false);
  });

  test("a member can have twenty streams, and another one after closing one", async () => {
    const { key } = await stage.service.addMember("member");
    const streams = [];
    for (let at = 0; at < 20; at += 1) streams.push(await listen(key));
    const refused = await stage.service.call("GET", "/v1/events", { key });
    expect([refused.status, refused.wire.error.code]).toEqual([409, "conflict"]);
    await streams[0]?.leave();
    expect((await stage.service.call("GET", "/v1/events", { key })).status).toBe(200);
  });

  test("a reader who leaves before reading anything holds no stream", async () => {
    const { key } = await stage.service.addMember("member");
    for (let at = 0; at < 24; at += 1) {
      const reader = new AbortController();
      const request = new Request(createTestRequest("GET", "/v1/events", { key }), { signal: reader.signal });
      const answering = stage.service.http(request);
      // Every second reader leaves before the answer, the others after it.
      if (at % 2 === 0) reader.abort();
      const { status } = await answering;
      reader.abort();
      expect([at, status]).toEqual([at, 200]);
    }
    const streams = [];
    for (let at = 0; at < 20; at += 1) streams.push(await listen(key));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  });

  test("a HEAD request opens no stream", async () => {
    const { key } = await stage.service.addMember("member");
    for (let at = 0; at < 30; at += 1) {
      expect((await stage.service.http(createTestRequest("HEAD", "/v1/events", { key }))).status).toBe(200);
    }
    expect((await stage.service.call("GET", "/v1/events", { key })).status).toBe(200);
  });
});
test("a stream closed by the server ends at once, even for a waiting reader, and no other one opens", async () => {
  const live = createRealtimeHub({
    processConnection: stage.service.database.processConnection,
    now: () => new Date(),
    log: createLog("silent"),
  });
  const { orgId, memberId } = stage.service.org;
  const actor: Actor = {
    orgId,
    memberId,
    role: "admin",
    scopes: new Set(),
    keyId: "k",
    credential: { type: "session" },
  };
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
