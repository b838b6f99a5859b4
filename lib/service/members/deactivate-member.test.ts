import { afterAll, describe, expect, test, vi } from "vitest";
import type { PlannedPost } from "#lib/contract/types.ts";
import { createHttpApp } from "#lib/service/http/app.ts";
import { createTestRequest } from "#lib/service/http/testing/test-service.ts";
import { silentLog } from "#lib/service/notifications/testing/post-failed-relay.ts";
import { createRealtimeHub } from "#lib/service/realtime/realtime-hub.ts";
import { openMemberFixture } from "./testing/member-fixture.ts";

const { service, query, call, act, plan } = await openMemberFixture();
afterAll(() => service.close());

describe("a deactivated member", () => {
  test("all their keys and sessions end, in every process, and reactivation brings none back", async () => {
    const { pool, processConnection } = service.database;
    const second = createHttpApp(
      service.context,
      createRealtimeHub({ processConnection, now: () => new Date(), log: silentLog }),
      processConnection,
    );
    await second.listening();
    try {
      const peer = await service.addMember("member");
      const sessionId = service.clock.newId();
      await pool.query("insert into sessions (id, key_id) values ($1, $2)", [sessionId, peer.keyId]);
      const there = async (headers = {}) =>
        (await second(createTestRequest("GET", "/v1/me", { key: peer.key, headers }))).status;
      const withSession = { "x-postwright-session": sessionId };
      expect([await there(), await there(withSession)]).toEqual([200, 200]);
      expect((await call("GET", "/me", undefined, peer.key)).status).toBe(200);
      expect((await act(peer.memberId, "deactivate")).wire.data.state).toBe("removed");
      await vi.waitFor(async () => expect([await there(), await there(withSession)]).toEqual([401, 401]), {
        timeout: 15_000,
        interval: 2,
      });
      await vi.waitFor(async () => expect((await call("GET", "/me", undefined, peer.key)).status).toBe(401), {
        timeout: 15_000,
        interval: 2,
      });
      await act(peer.memberId, "reactivate");
      expect([await there(), await there(withSession)]).toEqual([401, 401]);
      expect(await query("select 1 from sessions where id = $1 and closed_at is null", [sessionId])).toEqual([]);
    } finally {
      await second.close();
    }
  });

  test("a member who is deactivated or demoted loses their open invitations", async () => {
    for (const way of ["deactivate", "step down"] as const) {
      const admin = await service.addMember("admin");
      const made = await call("POST", "/invitations", { role: "admin" }, admin.key);
      if (way === "deactivate") await act(admin.memberId, "deactivate");
      else await call("PATCH", `/members/${admin.memberId}`, { role: "member" });
      const { wire } = await call("GET", "/invitations?state=revoked&limit=100");
      expect([way, wire.data.map((one: { id: string }) => one.id).includes(made.wire.data.id)]).toEqual([way, true]);
    }
  });

  test("their scheduled posts are held until reactivation; posts whose time has passed become drafts", async () => {
    const peer = await service.addMember("member");
    const [soon, later] = [await plan(peer.key, 60_000), await plan(peer.key)];
    await act(peer.memberId, "deactivate");
    expect(
      await query("select 1 from posts where id = any($1) and due_at is null and status = 'scheduled'", [
        [soon, later],
      ]),
    ).toHaveLength(2);
    const { wire } = await call("GET", `/members/${peer.memberId}/planned`);
    expect(wire.data.map((one: PlannedPost) => [one.id, one.hold?.reason])).toEqual([
      [soon, "author_left"],
      [later, "author_left"],
    ]);
    await query("update posts set scheduled_for = now() - interval '1 second' where id = $1", [soon]);
    await act(peer.memberId, "reactivate");
    const rows = await query(
      "select id, status, due_at = scheduled_for as goes_out from posts where id = any($1) order by id",
      [[soon, later]],
    );
    expect(rows).toEqual([
      { id: soon, status: "draft", goes_out: null },
      { id: later, status: "scheduled", goes_out: true },
    ]);
  });
});
