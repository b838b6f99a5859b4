import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api";
import type { Endpoint } from "#lib/contract/endpoint";
import { type Role, roleScopes, type Scope, scopes } from "#lib/contract/scopes";
import type { Post } from "#lib/contract/types";
import { inTransaction } from "#lib/service/db/tx";
import { createKey } from "#lib/service/keys/create-key";
import { openSession } from "#lib/service/keys/sessions";
import { redBlue } from "#lib/service/media/testing";
import { addMember } from "#lib/service/members/create-organization";
import { addPendingClaims } from "#lib/service/points/testing-claims";
import { openTestService, type Sent, type TestService } from "./testing.ts";
import { expectedAnswer, owners, rules, type Whose } from "./testing-rules.ts";

let service: TestService;
const callers = ["owner", "peer", "admin", "other organization", "no scope", "revoked"] as const;
type Caller = (typeof callers)[number];
const keys = new Map<Caller, string>();
let png: Buffer;
let ownerId: string;
let revokedKeyId = "";

beforeAll(async () => {
  service = await openTestService();
  const owner = await service.addMember("member");
  ownerId = owner.memberId;
  const revoked = await service.addMember("member");
  keys.set("owner", owner.key);
  keys.set("peer", (await service.addMember("member")).key);
  keys.set("admin", service.org.key);
  keys.set("other organization", (await service.addOrganization("Other")).key);
  keys.set("no scope", (await service.addMember("admin", [])).key);
  keys.set("revoked", revoked.key);
  revokedKeyId = revoked.keyId;
  await service.database.pool.query("update api_keys set revoked_at = now() where id = $1", [revoked.keyId]);
  png = await redBlue(4, 4).png().toBuffer();
});
afterAll(() => service.close());

type Call = { path: string; sent?: Sent };
const channel = () => service.org.channelIds[0] ?? "";
const draft = async (more: Record<string, unknown> = { draft: true }): Promise<Post> => {
  const [post] = await service.create({ channels: [channel()], text: "owner's own words", ...more }, keys.get("owner"));
  if (!post) throw new Error("no post");
  return post;
};
const tomorrow = () => ({ scheduled_for: new Date(Date.now() + 86_400_000).toISOString() });
const onPost = (post: Post, rest = "", sent: Sent = {}): Call => ({ path: `/posts/${post.id}${rest}`, sent });

/** A change of the owner's that can be undone. */
const changed = async (): Promise<string> => {
  const json = { action: "delete", posts: [{ id: (await draft()).id }] };
  return (await service.call("POST", "/v1/posts/changes", { key: keys.get("owner"), json })).wire.data.undo;
};
/** An organization has a limited number of them. */
const removeWebhooks = () => service.database.pool.query("delete from webhooks");
const onWebhook = async (rest = "", sent: Sent = {}): Promise<Call> => {
  await removeWebhooks();
  const json = { url: "https://hooks.example.org/", events: ["post.failed"] };
  const made = await service.call("POST", "/v1/webhooks", { key: service.org.key, json });
  return { path: `/webhooks/${made.wire.data.id}${rest}`, sent };
};

const noted = async (): Promise<string> => {
  const sent = { key: keys.get("owner"), json: { day: "2027-01-14", text: "A note of the owner" } };
  return (await service.call("POST", "/v1/notes", sent)).wire.data.id;
};

const written = {
  ...{ parts: ["owner's own words"], own: {}, images: [], channels: [], when: null, points: 20, post: null },
};
/** Something the owner is writing; of the many that this table makes none is kept. */
const drafted = async (): Promise<string> => {
  await service.database.pool.query("delete from drafts");
  const id = service.clock.newId();
  const json = { version: 0, content: written };
  await service.call("PUT", `/v1/drafts/${id}`, { key: keys.get("owner"), json });
  return id;
};

/** A pending claim of the owner's. */
const claimed = async (): Promise<string> => {
  const [id] = await addPendingClaims(service.database.pool, {
    ...{ orgId: service.org.orgId, memberIds: [ownerId], channelId: channel(), count: 1, text: "'owner''s own words'" },
  });
  return id ?? "";
};
const decided = async (action: "approve" | "reject") => {
  const id = await claimed();
  const json = { version: 1, action, ...(action === "reject" && { reason: "No." }) };
  const made = await service.call("POST", `/v1/claims/${id}/decision`, { key: service.org.key, json });
  return { id, decision: made.wire.data.decision_id };
};
/** A member of the organization, other than all callers. */
const somebody = async (rest = "", sent: Sent = {}, isGone = false): Promise<Call> => {
  const { memberId } = await service.addMember("member");
  if (isGone) await service.database.pool.query("update members set removed_at = now() where id = $1", [memberId]);
  return { path: `/members/${memberId}${rest}`, sent };
};
/** Whoever left comes back with the key they had; the organization is its first owner's alone again. */
async function comeBack(after: EndpointName): Promise<void> {
  if (after !== "leaveOrganization" && after !== "makeOwner" && after !== "transferOwnership") return;
  const { pool } = service.database;
  await pool.query("update members set role = 'member' where org_id = $1 and role = 'owner' and id <> $2", [
    service.org.orgId,
    service.org.memberId,
  ]);
  await pool.query("update members set removed_at = null, role = 'owner' where id = $1", [service.org.memberId]);
  await pool.query(
    `with back as (update members set removed_at = null where id in
       (select member_id from api_keys where revoked_at is not null and id <> $1) returning id)
     update api_keys set revoked_at = null where member_id in (select id from back) and id <> $1`,
    [revokedKeyId],
  );
}

/** What a browser subscribes with: an address, a point on P-256, 16 bytes. */
const browser = async () => ({
  endpoint: `https://push.example.org/${service.clock.newId()}`,
  keys: { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: Buffer.alloc(16).toString("base64url") },
});

const onKey = async (rest = "", sent: Sent = {}): Promise<Call> => {
  const json = { name: "A key of the owner", scopes: ["posts:read"] };
  const made = await service.call("POST", "/v1/keys", { key: keys.get("owner"), json });
  return { path: `/keys/${made.wire.data.id}${rest}`, sent };
};

const onChannel = async (rest = "", sent: Sent = {}): Promise<Call> => {
  const json = { platform: "mastodon", name: "A channel for once" };
  await service.database.pool.query("update channels set removed_at = now() where name = $1", [json.name]);
  const made = await service.call("POST", "/v1/channels", { key: service.org.key, json });
  return { path: `/channels/${made.wire.data.id}${rest}`, sent };
};

/** One good call of each endpoint, on what belongs to the owner. A new endpoint without an entry does not compile. */
const calls: Record<EndpointName, () => Promise<Call>> = {
  getMe: async () => ({ path: "/me" }),
  listChannels: async () => ({ path: "/channels" }),
  uploadMedia: async () => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(png)]), "a.png");
    return { path: "/media", sent: { body } };
  },
  describeMedia: async () => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(png)]), "a.png");
    const made = await service.call("POST", "/v1/media", { key: keys.get("owner"), body });
    return { path: `/media/${made.wire.data.id}`, sent: { json: { alt: "Red and blue" } } };
  },
  checkPosts: async () => ({ path: "/posts/check", sent: { json: { channels: [channel()], text: "a" } } }),
  createPosts: async () => ({ path: "/posts", sent: { json: { channels: [channel()], text: "a", draft: true } } }),
  listPosts: async () => {
    await draft();
    return { path: "/posts" };
  },
  getPost: async () => onPost(await draft()),
  deletePost: async () => onPost(await draft()),
  getLeaderboard: async () => ({ path: "/leaderboard?limit=10" }),
  getStanding: async () => ({ path: "/leaderboard/me" }),
  listInbox: async () => ({ path: "/inbox" }),
  countInbox: async () => ({ path: "/inbox/counts" }),
  markInbox: async () => ({ path: "/inbox/marks", sent: { json: { keys: ["post_failed:missed"], mark: "read" } } }),
  getPushKey: async () => ({ path: "/push/key" }),
  subscribePush: async () => ({ path: "/push/subscriptions", sent: { json: await browser() } }),
  unsubscribePush: async () => {
    const json = await browser();
    const made = await service.call("POST", "/v1/push/subscriptions", { key: keys.get("owner"), json });
    return { path: `/push/subscriptions/${made.wire.data.id}` };
  },
  testNotice: async () => ({ path: "/notices/test", sent: { json: { way: "email" } } }),
  listDrafts: async () => {
    await drafted();
    return { path: "/drafts" };
  },
  getDraft: async () => ({ path: `/drafts/${await drafted()}` }),
  saveDraft: async () => ({ path: `/drafts/${await drafted()}`, sent: { json: { version: 1, content: written } } }),
  deleteDraft: async () => ({ path: `/drafts/${await drafted()}` }),
  restoreDraft: async () => {
    const id = await drafted();
    await service.call("DELETE", `/v1/drafts/${id}`, { key: keys.get("owner") });
    return { path: `/drafts/${id}/restore` };
  },
  listPlatforms: async () => ({ path: "/platforms" }),
  countPosts: async () => ({ path: "/posts/counts" }),
  getCalendar: async () => ({ path: "/calendar?from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z" }),
  listPostEvents: async () => onPost(await draft(), "/events"),
  exportPosts: async () => ({ path: "/posts/export?format=json" }),
  changePost: async () => onPost(await draft(), "", { json: { version: 1, text: "changed" } }),
  retryPost: async () => {
    const post = await draft({});
    await service.database.pool.query(
      "update posts set status = 'failed', failure_cause = 'rejected', error = 'no', due_at = null where id = $1",
      [post.id],
    );
    return onPost(post, "/retry", { json: {} });
  },
  cancelPost: async () => onPost(await draft(tomorrow()), "/cancel"),
  restorePost: async () => {
    const post = await draft();
    await service.call("DELETE", `/v1/posts/${post.id}`, { key: keys.get("owner") });
    return onPost(post, "/restore");
  },
  changePosts: async () => ({
    path: "/posts/changes",
    sent: { json: { action: "delete", posts: [{ id: (await draft()).id }] } },
  }),
  takeDownPost: async () => {
    const post = await draft({});
    await service.database.pool.query("update posts set status = 'published', due_at = null where id = $1", [post.id]);
    return onPost(post, "/take-down");
  },
  undoChange: async () => ({ path: `/posts/changes/${await changed()}/undo` }),
  createNote: async () => ({ path: "/notes", sent: { json: { day: "2027-01-14", text: "Release day" } } }),
  changeNote: async () => ({ path: `/notes/${await noted()}`, sent: { json: { text: "Another day" } } }),
  deleteNote: async () => ({ path: `/notes/${await noted()}` }),
  getFeed: async () => ({ path: "/calendar/feed" }),
  createFeed: async () => ({ path: "/calendar/feed" }),
  revokeFeed: async () => ({ path: "/calendar/feed" }),
  getNextSlot: async () => ({ path: "/slots/next?zone=Europe/Berlin" }),
  getSettings: async () => ({ path: "/me/settings" }),
  changeSettings: async () => ({ path: "/me/settings", sent: { json: { clock: "12" } } }),
  listSessions: async () => ({ path: "/sessions" }),
  endSession: async () => ({
    path: `/sessions/${await openSession(service.context.db, keys.get("owner") ?? "", service.clock)}`,
  }),
  endAllSessions: async () => ({ path: "/sessions/end-all", sent: { json: {} } }),
  createResetLink: async () => {
    const { memberId } = await service.addMember("member");
    await service.database.pool.query(
      `with made as (insert into accounts (id, email, name) values ($1::uuid, $1::text || '@example.org', 'Mia') returning id)
       update members set account_id = made.id from made where members.id = $2`,
      [service.clock.newId(), memberId],
    );
    return { path: `/members/${memberId}/reset-link` };
  },
  openEvents: async () => ({ path: "/events" }),
  listWebhooks: async () => ({ path: "/webhooks" }),
  createWebhook: async () => {
    await removeWebhooks();
    return { path: "/webhooks", sent: { json: { url: "https://hooks.example.org/", events: ["post.failed"] } } };
  },
  changeWebhook: () => onWebhook("", { json: { enabled: false } }),
  deleteWebhook: () => onWebhook(),
  rotateWebhook: () => onWebhook("/rotate"),
  testWebhook: () => onWebhook("/test"),
  listWebhookDeliveries: () => onWebhook("/deliveries"),
  resendWebhookDelivery: async () => {
    const { path } = await onWebhook("/test");
    const test = await service.call("POST", `/v1${path}`, { key: service.org.key });
    return { path: path.replace("/test", `/deliveries/${test.wire.data.id}/resend`) };
  },
  listClaims: async () => {
    await claimed();
    return { path: "/claims" };
  },
  countClaims: async () => ({ path: "/claims/counts" }),
  getClaim: async () => ({ path: `/claims/${await claimed()}` }),
  viewClaim: async () => ({ path: `/claims/${await claimed()}/view` }),
  decideClaim: async () => ({
    path: `/claims/${await claimed()}/decision`,
    sent: { json: { version: 1, action: "approve" } },
  }),
  decideClaims: async () => ({
    path: "/claims/decisions",
    sent: { json: { decisions: [{ id: await claimed(), version: 1, action: "approve" }] } },
  }),
  reverseDecision: async () => ({
    path: `/claims/decisions/${(await decided("approve")).decision}/reverse`,
    sent: { json: {} },
  }),
  simulateDecisions: async () => ({
    path: "/claims/simulation",
    sent: { json: { claims: [{ id: await claimed() }] } },
  }),
  awardPoints: async () => ({ path: "/awards", sent: { json: { member: ownerId, points: 5, reason: "Thanks" } } }),
  listLedger: async () => ({ path: "/ledger" }),
  exportLedger: async () => ({ path: "/ledger/export" }),
  getLedgerCheck: async () => ({ path: "/ledger/check" }),
  checkLedger: async () => ({ path: "/ledger/check" }),
  getPostClaim: async () => ({ path: `/posts/${await claimed()}/claim` }),
  changeClaim: async () => ({ path: `/posts/${await claimed()}/claim`, sent: { json: { points: 30, version: 1 } } }),
  appealClaim: async () => ({
    path: `/posts/${(await decided("reject")).id}/claim/appeal`,
    sent: { json: { text: "Look again." } },
  }),
  listChannelDetails: async () => ({ path: "/channels/details" }),
  getChannel: () => onChannel(),
  connectChannel: async () => {
    const { sent } = await onChannel("", { json: { platform: "threads", name: "A channel for once" } });
    return { path: "/channels", ...(sent && { sent }) };
  },
  changeChannel: () => onChannel("", { json: { name: "A channel for once" } }),
  reconnectChannel: () => onChannel("/reconnect"),
  disconnectChannel: () => onChannel("/disconnect", { json: {} }),
  listKeys: async () => ({ path: "/keys" }),
  createKey: async () => ({ path: "/keys", sent: { json: { name: "A key", scopes: [] } } }),
  changeKey: () => onKey("", { json: { name: "Another name" } }),
  rotateKey: () => onKey("/rotate", { json: { overlap_hours: 1 } }),
  revokeKey: () => onKey(),
  getPracticeTimeline: async () => ({ path: "/practice/practice_x" }),
  getOrganization: async () => ({ path: "/organization" }),
  changeOrganization: async () => ({ path: "/organization", sent: { json: { settings: { cap_day: null } } } }),
  listInvitations: async () => ({ path: "/invitations?state=open" }),
  revokeInvitation: async () => {
    const made = await service.call("POST", "/v1/invitations", { key: service.org.key, json: {} });
    return { path: `/invitations/${made.wire.data.id}` };
  },
  listMembers: async () => ({ path: "/members" }),
  changeMember: () => somebody("", { json: { name: "Another name" } }),
  makeOwner: () => somebody("/owner"),
  transferOwnership: () => somebody("/transfer"),
  deactivateMember: () => somebody("/deactivate"),
  reactivateMember: () => somebody("/reactivate", {}, true),
  listPlanned: () => somebody("/planned"),
  changePlanned: () => somebody("/planned", { json: { action: "cancel" } }, true),
  changeMe: async () => ({ path: "/me", sent: { json: { name: "A new name" } } }),
  leaveOrganization: async () => ({ path: "/me/leave" }),
  createInvitation: async () => ({ path: "/invitations", sent: { json: { role: "member" } } }),
};

/** An administrator reads the posts of others, and changes none of them. */
const seenByAdmin: readonly EndpointName[] = ["getPost", "listPostEvents", "getPostClaim"];

/** What each caller is answered. To anybody else another's post is one that is not there. */
function expected(name: EndpointName, endpoint: Endpoint, caller: Caller): number {
  if (endpoint.scope === null) return endpoint.status;
  if (caller === "revoked") return 401;
  if (caller === "no scope" && endpoint.scope !== "any") return 403;
  if (caller === "other organization" && (name === "createPosts" || name === "checkPosts")) return 400;
  // The only owner of an organization can't leave it.
  if (name === "leaveOrganization" && (caller === "admin" || caller === "other organization")) return 409;
  // Everybody of the organization sees a note; its author and administrators change it.
  if (name === "changeNote" || name === "deleteNote") {
    return caller === "peer" ? 403 : caller === "other organization" ? 404 : endpoint.status;
  }
  if (caller === "admin" && seenByAdmin.includes(name)) return endpoint.status;
  // The organization's own, and its administrators' alone.
  if (endpoint.scope === "members:manage") {
    if (caller === "owner" || caller === "peer") return 403;
    return endpoint.params && caller === "other organization" ? 404 : endpoint.status;
  }
  // Channels are the organization's; administrators change them.
  if (name === "getChannel") return caller === "other organization" ? 404 : endpoint.status;
  if (endpoint.scope === "channels:write") {
    if (caller === "owner" || caller === "peer") return 403;
    return endpoint.params && caller === "other organization" ? 404 : endpoint.status;
  }
  // Reviews are the administrators' alone; another organization's claim or member is none.
  if (endpoint.scope === "claims:review") {
    if (caller === "owner" || caller === "peer") return 403;
    return caller === "other organization" && (endpoint.params || name === "awardPoints") ? 404 : endpoint.status;
  }
  return endpoint.params && caller !== "owner" ? 404 : endpoint.status;
}

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const cases = endpoints.flatMap(([name, endpoint]) => callers.map((caller) => ({ name, endpoint, caller })));

describe("who may do what", () => {
  test.for(cases)("$endpoint.method $endpoint.path by $caller", async ({ name, endpoint, caller }) => {
    const { path, sent } = await calls[name]();
    const answer = await service.call(endpoint.method, `/v1${path}`, { ...sent, key: keys.get(caller) });
    await comeBack(name);
    expect([answer.status, answer.text]).toEqual([expected(name, endpoint, caller), answer.text]);
    if (answer.status !== endpoint.status) {
      expect(endpoint.errors).toContain(answer.wire.error.code);
      expect(answer.text).not.toContain("owner's own words");
      return;
    }
    const isReview = endpoint.scope === "claims:review";
    const isSeen = caller === "owner" || (caller === "admin" && (seenByAdmin.includes(name) || isReview));
    if (!isSeen) expect(answer.text).not.toContain("owner's own words");
    if (endpoint.stream) {
      expect(endpoint.stream).toContain(answer.headers.get("content-type")?.split(";", 1)[0]);
      return;
    }
    // Nothing beyond the contract, nothing less: parsing drops what it does not know.
    expect((endpoint.data as z.ZodType).parse(answer.wire.data)).toEqual(answer.wire.data);
  });

  test("another's post is answered exactly as one that is not there", async () => {
    const post = await draft();
    const nowhere = service.clock.newId();
    const ask = async (method: string, id: string, rest = "", sent: Sent = {}) => {
      const { status, text } = await service.call(method, `/v1/posts/${id}${rest}`, { ...sent, key: keys.get("peer") });
      return `${status} ${text}`;
    };
    for (const [method, rest, sent] of [
      ["GET", "", {}],
      ["DELETE", "", {}],
      ["PATCH", "", { json: { version: 1, text: "x" } }],
      ["POST", "/retry", { json: {} }],
      ["POST", "/cancel", {}],
      ["POST", "/restore", {}],
    ] as const) {
      expect(await ask(method, post.id, rest, sent)).toBe(await ask(method, nowhere, rest, sent));
    }
  });

  test("each scope opens only the endpoints that name it", async () => {
    for (const scope of scopes) {
      const { key } = await service.addMember("admin", [scope]);
      for (const [name, endpoint] of endpoints) {
        if (endpoint.scope === null || endpoint.scope === "any") continue;
        const { path, sent } = await calls[name]();
        const { status } = await service.call(endpoint.method, `/v1${path}`, { ...sent, key });
        // An administrator among administrators: what takes an owner is refused by the role, not by the scope.
        const isOwners = endpoint.scope === scope && (name === "makeOwner" || name === "transferOwnership");
        expect([scope, name, status === 403]).toEqual([scope, name, endpoint.scope !== scope || isOwners]);
        await comeBack(name);
      }
    }
  }, 60_000);
});

describe("what only the service sets", () => {
  const seen = async (id: string) =>
    (await service.call("GET", `/v1/posts/${id}`, { key: keys.get("owner") })).wire.data;

  test("stays as it is when an answer's own fields are sent back", async () => {
    const post: Post = await seen((await draft()).id);
    for (const field of Object.keys(post) as (keyof Post)[]) {
      if (field === "version") continue;
      const json = { version: post.version, [field]: post[field] };
      const { status } = await service.call("PATCH", `/v1/posts/${post.id}`, { key: keys.get("owner"), json });
      expect([field, [200, 400].includes(status)]).toEqual([field, true]);
      const { version, updated_at, ...now } = await seen(post.id);
      const { version: _, updated_at: __, ...before } = post;
      expect([field, now]).toEqual([field, before]);
      post.version = version;
      post.updated_at = updated_at;
    }
  });

  test("can't be chosen by whoever creates or edits a post", async () => {
    const wish = {
      id: service.clock.newId(),
      member_id: service.org.memberId,
      memberId: service.org.memberId,
      org_id: service.org.orgId,
      created_at: "2020-01-01T00:00:00Z",
      createdAt: "2020-01-01T00:00:00Z",
      published_at: "2020-01-01T00:00:00Z",
      published_urls: ["https://evil.example"],
      progress: [{ part: 1, state: "sent", url: "https://evil.example", at: null }],
      claim: { points: 1000, status: "approved" },
      attempts: 99,
      error: "x",
      delivery: "joined",
      channel: "linkedin",
      channel_id: service.org.channelIds[2],
      deleted_at: "2020-01-01T00:00:00Z",
    };
    const [plain, made] = [await draft(), await draft({ draft: true, ...wish })];
    const own = ({ id: _, created_at: __, updated_at: ___, submission_id: ____, ...rest }: Post) => rest;
    expect(own(made)).toEqual(own(plain));
    expect(Object.values(wish)).not.toContain(made.id);
    const patched = await service.call("PATCH", `/v1/posts/${made.id}`, {
      key: keys.get("owner"),
      // Only a new post may name one, and only one of its own.
      json: { ...wish, submission_id: service.clock.newId(), version: 1 },
    });
    const { warnings: _, ...standing } = made;
    expect([patched.status, patched.wire.data]).toEqual([200, standing]);
  });
});

describe("the whole table: every endpoint by every role, with each scope alone and with none, on what is whose", () => {
  const roles = ["owner", "admin", "member"] as const;
  const oneScope = [...scopes, null] as const;
  type Person = { memberId: string; all: string; keys: Map<Scope | null, string> };
  const people = new Map<Role, Person>();
  let other: typeof service.org;
  let peer: Person;
  let stranger: Person;
  let size = 0;

  beforeAll(async () => {
    other = await service.addOrganization("Yet another");
    for (const role of roles) people.set(role, await person(service.org.orgId, role));
    peer = await person(service.org.orgId, "member");
    stranger = await person(other.orgId, "member");
  }, 60_000);
  afterAll(() => process.stdout.write(`The table has ${size} requests to ${endpoints.length} endpoints.\n`));

  const add =
    (orgId: string) =>
    (role: Role, given: readonly Scope[] = roleScopes[role]) =>
      inTransaction(service.database.pool, async (tx) => {
        const name = `Member ${service.clock.newId().slice(-4)}`;
        const memberId = await addMember(tx, { orgId, name, email: "m@example.org", role }, service.clock);
        const { id, key } = await createKey(tx, { memberId, name: "Test", scopes: given }, service.clock);
        return { memberId, keyId: id, key };
      });
  async function person(orgId: string, role: Role): Promise<Person> {
    const { memberId, key: all } = await add(orgId)(role);
    const own = new Map<Scope | null, string>();
    for (const scope of oneScope) {
      const given = { memberId, name: scope ?? "none", scopes: scope ? [scope] : [] };
      const made = await inTransaction(service.database.pool, (tx) => createKey(tx, given, service.clock));
      own.set(scope, made.key);
    }
    return { memberId, all, keys: own };
  }

  /** Prepares a good call on what belongs to that person of that organization. */
  async function prepare(name: EndpointName, whose: Whose, caller: Person): Promise<Call> {
    const before = { org: service.org, addMember: service.addMember, key: keys.get("owner") ?? "", id: ownerId };
    const holder = whose === "own" ? caller : whose === "another member's" ? peer : stranger;
    if (whose === "another organization's") service.org = other;
    service.addMember = add(service.org.orgId);
    keys.set("owner", holder.all);
    ownerId = holder.memberId;
    const call = await calls[name]();
    service.org = before.org;
    service.addMember = before.addMember;
    keys.set("owner", before.key);
    ownerId = before.id;
    return call;
  }

  /** Everybody is who they were: some endpoints end a membership or hand a role on. */
  async function restore(name: EndpointName): Promise<void> {
    if (name !== "leaveOrganization" && name !== "makeOwner" && name !== "transferOwnership") return;
    const all = [...people].map(([role, { memberId }]) => ({ role, id: memberId }));
    await service.database.pool.query(
      `with back as (update members m set role = n.role, removed_at = null
         from jsonb_to_recordset($1::jsonb) as n (id uuid, role text) where m.id = n.id returning m.id)
       update api_keys set revoked_at = null where member_id in (select id from back)`,
      [JSON.stringify(all)],
    );
  }

  test("has a rule for each endpoint of the contract, and none for what is not in it", () => {
    expect(Object.keys(rules).toSorted()).toEqual(Object.keys(api).toSorted());
  });

  test.for(endpoints)("holds for %s", { timeout: 60_000 }, async ([name, endpoint]) => {
    const rule = rules[name];
    if (!rule) throw new Error(`${name} has no rule in testing-rules.ts`);
    const wrong: string[] = [];
    for (const [role, caller] of people) {
      for (const whose of owners) {
        const spare = await prepare(name, whose, caller);
        for (const scope of oneScope) {
          const expected = expectedAnswer(endpoint, rule, { role, scope, whose });
          const isLet = expected !== 403;
          const { path, sent } = isLet ? await prepare(name, whose, caller) : spare;
          const answer = await service.call(endpoint.method, `/v1${path}`, { ...sent, key: caller.keys.get(scope) });
          size += 1;
          if (isLet) await restore(name);
          const isTold = answer.status < 400 || endpoint.errors.includes(answer.wire?.error.code);
          if (answer.status === expected && isTold) continue;
          wrong.push(
            `${role} with ${scope ?? "no scope"} on ${whose}: ${answer.status}, not ${expected}. ${answer.text.slice(0, 120)}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
