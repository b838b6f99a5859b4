import { afterAll, describe, expect, test, vi } from "vitest";
import type { Member } from "#lib/contract/types.ts";
import { openMemberFixture } from "./testing/member-fixture.ts";

const { service, query, call, act, find, plan } = await openMemberFixture();
afterAll(() => service.close());
/** What is noted after an answer, or heard from another connection, takes a moment: of a machine that stands still, seconds. */
const soon = { timeout: 15_000 };

describe("the list of members", () => {
  test("administrators see members, roles and activity of their own organization only", async () => {
    const other = await service.addOrganization("Elsewhere");
    const peer = await service.addMember("member");
    await plan(peer.key);
    await query("update member_totals set points = 70 where member_id = $1", [peer.memberId]);
    await vi.waitFor(async () => expect((await find(peer.memberId))?.last_active_at).not.toBeNull(), soon);
    expect(await find(peer.memberId)).toMatchObject({
      email: "m@example.org",
      role: "member",
      state: "active",
      points: 70,
      planned: 1,
      removed_at: null,
      may: ["rename", "promote", "make_owner", "transfer", "deactivate"],
    });
    const { wire } = await call("GET", "/members?state=all&limit=100");
    expect(wire.data.map((one: Member) => one.id)).not.toContain(other.memberId);
    expect((await call("GET", "/members", undefined, peer.key)).status).toBe(403);
  });

  test("members are filtered by state and by text whose wildcards match literally", async () => {
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
  test("roles change according to the rules and apply to the next request", async () => {
    const peer = await service.addMember("member", ["members:manage", "posts:read"]);
    expect((await call("GET", "/members", undefined, peer.key)).status).toBe(403);
    expect((await call("PATCH", `/members/${peer.memberId}`, { role: "admin" })).wire.data.role).toBe("admin");
    await vi.waitFor(async () => expect((await call("GET", "/members", undefined, peer.key)).status).toBe(200), soon);
    expect((await call("PATCH", `/members/${service.org.memberId}`, { role: "member" }, peer.key)).status).toBe(403);
    expect((await call("PATCH", `/members/${peer.memberId}`, { role: "member" }, peer.key)).wire.data.role).toBe(
      "member",
    );
  });

  test.each([{ role: "boss" }, { role: "owner" }, { role: "" }, { name: "" }, { name: "a\u0000b" }])(
    "the member change %j is rejected and changes nothing",
    async (json) => {
      const { memberId } = await service.addMember("member");
      const before = await find(memberId);
      expect((await call("PATCH", `/members/${memberId}`, json)).status).toBe(400);
      expect(await find(memberId)).toEqual(before);
    },
  );

  test("an ownership transfer makes the new owner an owner and the former one an administrator", async () => {
    const org = await service.addOrganization("Handed on");
    const heir = await joinOrg(org.orgId, "member");
    expect((await act(heir.id, "transfer", org.key)).wire.data.role).toBe("owner");
    expect(await roleOf(org.memberId)).toBe("admin");
    expect((await act(heir.id, "owner", org.key)).status).toBe(403);
  });

  test("when the last two owners leave, step down or deactivate each other concurrently, one remains", async () => {
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

  test("the only owner can't leave and learns what to do", async () => {
    const { status, wire } = await call("POST", "/me/leave");
    expect([status, wire.error.message]).toEqual([409, expect.stringMatching(/Make somebody else an owner first/)]);
  });
});

test("members rename themselves and can't rename others", async () => {
  const peer = await service.addMember("member");
  expect((await call("PATCH", "/me", { name: "Grace H" }, peer.key)).wire.data.membership.name).toBe("Grace H");
  expect((await call("PATCH", "/me", { name: " " }, peer.key)).status).toBe(400);
  expect((await call("PATCH", `/members/${peer.memberId}`, { name: "Mine" }, peer.key)).status).toBe(403);
});

test("every member and invitation endpoint answers another organization's id like an unknown one", async () => {
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

test("invitations are listed by state and can be revoked until they are used", async () => {
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
  return (await query("select role from members where id = $1", [id]))[0]?.["role"];
}
