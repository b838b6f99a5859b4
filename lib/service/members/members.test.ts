import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Member } from "#lib/contract/types";
import { makeHttp } from "#lib/service/http/app";
import { makeRequest, openTestService, type TestService } from "#lib/service/http/testing";
import { makeLive } from "#lib/service/live/live";
import { silentLog } from "#lib/service/notify/testing";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const query = async (text: string, values: unknown[] = []) => (await service.database.pool.query(text, values)).rows;
const call = (method: string, path: string, json?: unknown, key = service.org.key) =>
  service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
const act = (id: string, name: string, key?: string) => call("POST", `/members/${id}/${name}`, undefined, key);
const find = async (id: string, key?: string): Promise<Member | undefined> =>
  (await call("GET", "/members?state=all&limit=100", undefined, key)).wire.data.find((one: Member) => one.id === id);
const plan = async (key: string, inMs = 86_400_000, channel = 0) => {
  const at = new Date(service.clock.now().getTime() + inMs).toISOString();
  const [post] = await service.create(
    { channels: [service.org.channelIds[channel]], text: "planned", scheduled_for: at },
    key,
  );
  if (!post) throw new Error("no post");
  return post.id;
};

describe("the list of members", () => {
  test("tells administrators who is here, what they have and did, and nothing of other organizations", async () => {
    const other = await service.addOrganization("Elsewhere");
    const peer = await service.addMember("member");
    await plan(peer.key);
    await query("update member_totals set points = 70 where member_id = $1", [peer.memberId]);
    await vi.waitFor(async () => expect((await find(peer.memberId))?.last_active_at).not.toBeNull());
    expect(await find(peer.memberId)).toMatchObject({
      ...{ email: "m@example.org", role: "member", state: "active", points: 70, planned: 1, removed_at: null },
      may: ["rename", "promote", "make_owner", "transfer", "deactivate"],
    });
    const { wire } = await call("GET", "/members?state=all&limit=100");
    expect(wire.data.map((one: Member) => one.id)).not.toContain(other.memberId);
    expect((await call("GET", "/members", undefined, peer.key)).status).toBe(403);
  });

  test("is cut by state and by words that are meant as themselves", async () => {
    const org = await service.addOrganization("Words");
    const names = ["100% Real", "100 Percent", "Zed_Under", "Zed Under"];
    for (const name of names) {
      await query(
        "insert into members (id, org_id, name, email, role, removed_at) values ($1, $2, $3, 'w@example.org', 'member', $4)",
        [service.clock.newId(), org.orgId, name, name.startsWith("Zed") ? new Date() : null],
      );
    }
    const found = async (search: string) => {
      const { wire } = await call("GET", `/members?${search}`, undefined, org.key);
      return [wire.data.map((one: Member) => one.name), wire.pagination.total];
    };
    expect(await found("q=100%25")).toEqual([["100% Real"], 1]);
    expect(await found("q=d_u&state=removed")).toEqual([["Zed_Under"], 1]);
    expect(await found("q=under+zed&state=all")).toEqual([["Zed Under", "Zed_Under"], 2]);
    expect(await found("state=all&limit=2&offset=1")).toEqual([["100% Real", "Ada of Words"], 5]);
    expect((await call("GET", "/members?state=odd")).status).toBe(400);
    expect((await call("GET", "/members?limit=101")).status).toBe(400);
  });
});

describe("roles", () => {
  test("are given and taken as the rules say, and hold on the next request", async () => {
    const peer = await service.addMember("member", ["members:manage", "posts:read"]);
    expect((await call("GET", "/members", undefined, peer.key)).status).toBe(403);
    expect((await call("PATCH", `/members/${peer.memberId}`, { role: "admin" })).wire.data.role).toBe("admin");
    await vi.waitFor(async () => expect((await call("GET", "/members", undefined, peer.key)).status).toBe(200));
    expect((await call("PATCH", `/members/${service.org.memberId}`, { role: "member" }, peer.key)).status).toBe(403);
    expect((await call("PATCH", `/members/${peer.memberId}`, { role: "member" }, peer.key)).wire.data.role).toBe(
      "member",
    );
  });

  test.each([{ role: "boss" }, { role: "owner" }, { role: "" }, { role: null }, { name: "" }, { name: "a\u0000b" }])(
    "the member change %j is refused and changes nothing",
    async (json) => {
      const { memberId } = await service.addMember("member");
      const before = await find(memberId);
      expect((await call("PATCH", `/members/${memberId}`, json)).status).toBe(400);
      expect(await find(memberId)).toEqual(before);
    },
  );

  test("an organization is handed on: the new owner owns it, the former is an administrator", async () => {
    const org = await service.addOrganization("Handed on");
    const heir = await joinOrg(org.orgId, "member");
    expect((await act(heir.id, "transfer", org.key)).wire.data.role).toBe("owner");
    expect(await roleOf(org.memberId)).toBe("admin");
    expect((await act(heir.id, "owner", org.key)).status).toBe(403);
  });

  test("of two last owners who leave, step down, or throw each other out at once, one stays", async () => {
    for (const way of ["leave", "demote", "deactivate each other", "leave and demote"] as const) {
      const org = await service.addOrganization(`Race ${way}`);
      const second = await joinOrg(org.orgId, "owner");
      const [a, b] = [
        { id: org.memberId, key: org.key },
        { id: second.id, key: second.key },
      ];
      const leave = (one: typeof a) => call("POST", "/me/leave", undefined, one.key);
      const demote = (by: typeof a, of: typeof a) => call("PATCH", `/members/${of.id}`, { role: "member" }, by.key);
      const both = {
        leave: () => [leave(a), leave(b)],
        demote: () => [demote(a, a), demote(b, b)],
        "deactivate each other": () => [act(b.id, "deactivate", a.key), act(a.id, "deactivate", b.key)],
        "leave and demote": () => [leave(a), demote(a, b)],
      }[way]();
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect([way, statuses.filter((status) => status === 200).length]).toEqual([way, 1]);
      const owners = await query("select 1 from members where org_id = $1 and role = 'owner' and removed_at is null", [
        org.orgId,
      ]);
      expect([way, owners.length]).toEqual([way, 1]);
    }
  });

  test("the only owner can't leave, and is told what to do", async () => {
    const { status, wire } = await call("POST", "/me/leave");
    expect([status, wire.error.message]).toEqual([409, expect.stringMatching(/Make somebody else an owner first/)]);
  });
});

test("a member renames themselves, and nobody by that way another", async () => {
  const peer = await service.addMember("member");
  expect((await call("PATCH", "/me", { name: "Grace H" }, peer.key)).wire.data.membership.name).toBe("Grace H");
  expect((await call("PATCH", "/me", { name: " " }, peer.key)).status).toBe(400);
  expect((await call("PATCH", `/members/${peer.memberId}`, { name: "Mine" }, peer.key)).status).toBe(403);
});

describe("a deactivated member", () => {
  test("has no key and no session any more, also in a second process, and gets none back by being reactivated", async () => {
    const { pool, connection } = service.database;
    const second = makeHttp(service.context, makeLive({ connection, log: silentLog }));
    await second.listening();
    try {
      const peer = await service.addMember("member");
      const sessionId = service.clock.newId();
      await pool.query("insert into sessions (id, key_id) values ($1, $2)", [sessionId, peer.keyId]);
      const there = async (headers = {}) =>
        (await second(makeRequest("GET", "/v1/me", { key: peer.key, headers }))).status;
      const withSession = { "x-postwright-session": sessionId };
      expect([await there(), await there(withSession)]).toEqual([200, 200]);
      expect((await call("GET", "/me", undefined, peer.key)).status).toBe(200);
      expect((await act(peer.memberId, "deactivate")).wire.data.state).toBe("removed");
      await vi.waitFor(async () => expect([await there(), await there(withSession)]).toEqual([401, 401]), {
        interval: 2,
      });
      await vi.waitFor(async () => expect((await call("GET", "/me", undefined, peer.key)).status).toBe(401), {
        interval: 2,
      });
      await act(peer.memberId, "reactivate");
      expect([await there(), await there(withSession)]).toEqual([401, 401]);
      expect(await query("select 1 from sessions where id = $1 and closed_at is null", [sessionId])).toEqual([]);
    } finally {
      await second.close();
    }
  });

  test("takes the open invitations they made with them, and so does who steps down", async () => {
    for (const way of ["deactivate", "step down"] as const) {
      const admin = await service.addMember("admin");
      const made = await call("POST", "/invitations", { role: "admin" }, admin.key);
      if (way === "deactivate") await act(admin.memberId, "deactivate");
      else await call("PATCH", `/members/${admin.memberId}`, { role: "member" });
      const { wire } = await call("GET", "/invitations?state=revoked&limit=100");
      expect([way, wire.data.map((one: { id: string }) => one.id).includes(made.wire.data.id)]).toEqual([way, true]);
    }
  });

  test("keeps scheduled posts, held, until they are reactivated; those whose time has passed become drafts", async () => {
    const peer = await service.addMember("member");
    const [soon, later] = [await plan(peer.key, 60_000), await plan(peer.key)];
    await act(peer.memberId, "deactivate");
    expect(
      await query("select 1 from posts where id = any($1) and due_at is null and status = 'scheduled'", [
        [soon, later],
      ]),
    ).toHaveLength(2);
    const { wire } = await call("GET", `/members/${peer.memberId}/planned`);
    expect(wire.data.map((one: { id: string; held: boolean }) => [one.id, one.held])).toEqual([
      [soon, true],
      [later, true],
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

  test("has their posts reassigned or canceled by an administrator, some or all, with a line in each timeline", async () => {
    const [peer, heir] = [await service.addMember("member"), await service.addMember("member")];
    const [one, two, three, late] = [
      await plan(peer.key),
      await plan(peer.key),
      await plan(peer.key, 86_400_000, 1),
      await plan(peer.key),
    ];
    const decide = (json: unknown) => call("POST", `/members/${peer.memberId}/planned`, json);
    expect((await decide({ action: "cancel" })).status).toBe(409);
    await act(peer.memberId, "deactivate");
    await query("update posts set scheduled_for = now() - interval '1 minute' where id = $1", [late]);
    expect((await decide({ action: "cancel", posts: [one] })).wire.data).toEqual({ changed: 1, drafts: 0, left: 3 });
    expect((await decide({ action: "reassign", to: heir.memberId })).wire.data).toEqual({
      changed: 3,
      drafts: 1,
      left: 0,
    });
    const seen = async (id: string) => (await call("GET", `/posts/${id}`, undefined, heir.key)).wire.data?.status;
    expect([await seen(one), await seen(two), await seen(three), await seen(late)]).toEqual([
      undefined,
      "scheduled",
      "scheduled",
      "draft",
    ]);
    expect(await query("select due_at = scheduled_for as goes_out from posts where id = $1", [two])).toEqual([
      { goes_out: true },
    ]);
    const events = await call("GET", `/posts/${two}/events`, undefined, heir.key);
    expect(events.wire.data[0]).toMatchObject({ kind: "reassigned", member: { id: service.org.memberId } });
    const counts = (await call("GET", "/posts/counts", undefined, heir.key)).wire.data;
    expect([counts.scheduled, counts.draft]).toEqual([2, 1]);
  });

  test("gives no posts to who is not active here", async () => {
    const peer = await service.addMember("member");
    await plan(peer.key);
    await act(peer.memberId, "deactivate");
    const gone = await service.addMember("member");
    await act(gone.memberId, "deactivate");
    const other = await service.addOrganization("Not here");
    const give = (to?: string) => call("POST", `/members/${peer.memberId}/planned`, { action: "reassign", to });
    expect([
      (await give()).status,
      (await give("x")).status,
      (await give(other.memberId)).status,
      (await give(gone.memberId)).status,
    ]).toEqual([400, 404, 404, 409]);
    expect((await find(peer.memberId))?.planned).toBe(1);
  });
});

test("every endpoint of members and invitations answers another organization's id exactly as one that is not there", async () => {
  const other = await service.addOrganization("Strangers");
  const theirs = await call("POST", "/invitations", {}, other.key);
  const here = await service.addMember("member");
  await act(here.memberId, "deactivate");
  const nowhere = service.clock.newId();
  const asks: [string, (id: string) => string, unknown, string][] = [
    ["PATCH", (id) => `/members/${id}`, { name: "x" }, other.memberId],
    ["PATCH", (id) => `/members/${id}`, { role: "admin" }, other.memberId],
    ...["owner", "transfer", "deactivate", "reactivate"].map(
      (name): [string, (id: string) => string, unknown, string] => [
        "POST",
        (id) => `/members/${id}/${name}`,
        undefined,
        other.memberId,
      ],
    ),
    ["GET", (id) => `/members/${id}/planned`, undefined, other.memberId],
    ["POST", (id) => `/members/${id}/planned`, { action: "cancel" }, other.memberId],
    ["DELETE", (id) => `/invitations/${id}`, undefined, theirs.wire.data.id],
  ];
  for (const [method, path, json, foreign] of asks) {
    const answers = [];
    for (const id of [foreign, nowhere, "not-an-id", "..%2f"]) {
      const { status, text } = await call(method, path(id), json);
      answers.push(`${status} ${text}`);
    }
    expect([path("x"), new Set(answers).size, answers[0]?.slice(0, 3)]).toEqual([path("x"), 1, "404"]);
  }
  expect(await roleOf(other.memberId)).toBe("owner");
});

test("an invitation is listed by its state, and revoked until somebody has used it", async () => {
  const made = (await call("POST", "/invitations", {})).wire.data;
  const listed = async (state: string) =>
    (await call("GET", `/invitations?state=${state}&limit=100`)).wire.data.find(
      (one: { id: string }) => one.id === made.id,
    );
  const { url: _, letter: __, ...shown } = made;
  expect(await listed("open")).toEqual(shown);
  expect((await call("DELETE", `/invitations/${made.id}`)).wire.data.state).toBe("revoked");
  const again = await call("DELETE", `/invitations/${made.id}`);
  expect([again.status, (await listed("revoked")).state, await listed("open")]).toEqual([200, "revoked", undefined]);
  const used = (await call("POST", "/invitations", {})).wire.data;
  await query("update invitations set used_at = now(), used_by = $2 where id = $1", [used.id, service.org.memberId]);
  expect((await call("DELETE", `/invitations/${used.id}`)).status).toBe(409);
  expect((await call("GET", "/invitations?state=gone")).status).toBe(400);
});

async function joinOrg(orgId: string, role: "owner" | "admin" | "member") {
  const mine = await service.addMember(role);
  await query("update members set org_id = $2 where id = $1", [mine.memberId, orgId]);
  await query("update member_totals set org_id = $2 where member_id = $1", [mine.memberId, orgId]);
  return { id: mine.memberId, key: mine.key };
}
async function roleOf(id: string) {
  return (await query("select role from members where id = $1", [id]))[0]?.role;
}
