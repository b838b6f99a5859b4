import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Scope } from "#lib/contract/scopes.ts";
import {
  boundAddress,
  type CredentialKind,
  credentialKinds,
  type GrantFixture,
  hourMs,
  openGrantFixture,
} from "#lib/service/http/testing/grant-fixture.ts";

let stage: GrantFixture;
beforeAll(async () => {
  stage = await openGrantFixture();
});
afterAll(() => stage.service.close());

/** Requests that grant access, each with the credentials of an administrator that are refused. */
type Row = {
  endpoint: EndpointName;
  what: string;
  ask: () => Promise<{ path: string; json?: unknown }>;
  /** Credentials that get 403; all others succeed. */
  refused: readonly CredentialKind[];
};

const keys = credentialKinds.filter((holding) => holding !== "session");
const narrow: readonly CredentialKind[] = ["key of one scope", "ending key", "bound key"];
/**
 * Credentials that are refused where the grant is permanent and works from any address. The keys' one scope is the
 * scope that the endpoint requires.
 */
const temporary: readonly CredentialKind[] = ["ending key", "bound key"];

const inHalfAnHour = () => new Date(stage.service.clock.now().getTime() + hourMs / 2).toISOString();
const own = async (json: Record<string, unknown>) => ({ path: "/keys", json: { name: "Robot", ...json } });
const rotation = async (holding: Exclude<CredentialKind, "session">) => ({
  path: `/keys/${(await stage.makeKey(holding, "keys:manage")).id}/rotate`,
  json: { overlap_hours: 0 },
});
const query = (text: string, values: unknown[] = []) => stage.service.database.pool.query(text, values);
const setRole = (memberId: string, role: string) =>
  query("update members set role = $2 where id = $1", [memberId, role]);
const webhook = async () => {
  await query("delete from webhooks");
  const json = { url: "https://example.org/hook", events: ["post.published"] };
  return (await stage.callWith("session", "members:manage", "POST", "/webhooks", json)).wire.data.id as string;
};
const asOwner = async (name: string, json?: unknown) => {
  await setRole(stage.caller.memberId, "owner");
  await setRole(stage.peer.memberId, "admin");
  return { path: `/members/${stage.peer.memberId}/${name}`, json };
};
const deactivated = async (role: string) => {
  await query("update members set role = $2, removed_at = now() where id = $1", [stage.member.memberId, role]);
  return { path: `/members/${stage.member.memberId}/reactivate` };
};
const pushKeys = { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: Buffer.alloc(16, 1).toString("base64url") };

const rows: readonly Row[] = [
  // A member creates and finds API keys of their own only.
  {
    endpoint: "createKey",
    what: "one scope, unending",
    ask: () => own({ scopes: ["keys:manage"] }),
    refused: temporary,
  },
  { endpoint: "createKey", what: "more scopes", ask: () => own({ scopes: ["posts:read"] }), refused: narrow },
  {
    endpoint: "createKey",
    what: "no longer, no further",
    ask: () => own({ scopes: ["keys:manage"], expires_at: inHalfAnHour(), addresses: [boundAddress] }),
    refused: [],
  },
  { endpoint: "rotateKey", what: "a full key", ask: () => rotation("full key"), refused: narrow },
  { endpoint: "rotateKey", what: "a key of one scope", ask: () => rotation("key of one scope"), refused: temporary },
  {
    endpoint: "rotateKey",
    what: "an ending key",
    ask: () => rotation("ending key"),
    refused: ["key of one scope", "bound key"],
  },
  {
    endpoint: "rotateKey",
    what: "a bound key",
    ask: () => rotation("bound key"),
    refused: ["key of one scope", "ending key"],
  },
  // A new member stays for good.
  {
    endpoint: "createInvitation",
    what: "a member",
    ask: async () => ({ path: "/invitations", json: { role: "member" } }),
    refused: narrow,
  },
  {
    endpoint: "createInvitation",
    what: "a peer",
    ask: async () => ({ path: "/invitations", json: { role: "admin" } }),
    refused: narrow,
  },
  // A reset link is a way to sign in.
  { endpoint: "createResetLink", what: "oneself", ask: async () => resetOf(stage.caller.memberId), refused: keys },
  { endpoint: "createResetLink", what: "a member", ask: async () => resetOf(stage.member.memberId), refused: keys },
  {
    endpoint: "createResetLink",
    what: "a peer",
    ask: async () => resetOf(stage.peer.memberId),
    refused: credentialKinds,
  },
  {
    endpoint: "createResetLink",
    what: "an owner",
    ask: async () => resetOf(stage.owner.memberId),
    refused: credentialKinds,
  },
  {
    endpoint: "createResetLink",
    what: "an administrator, by an owner",
    ask: () => asOwner("reset-link"),
    refused: keys,
  },
  {
    endpoint: "changeMember",
    what: "a member becomes a peer",
    ask: async () => ({ path: `/members/${stage.member.memberId}`, json: { role: "admin" } }),
    refused: narrow,
  },
  {
    endpoint: "changeMember",
    what: "a member is renamed",
    ask: async () => ({
      path: `/members/${stage.member.memberId}`,
      json: { name: `M ${stage.service.clock.newId()}` },
    }),
    refused: [],
  },
  {
    endpoint: "makeOwner",
    what: "by an administrator",
    ask: async () => ({ path: `/members/${stage.peer.memberId}/owner` }),
    refused: credentialKinds,
  },
  { endpoint: "makeOwner", what: "by an owner", ask: () => asOwner("owner"), refused: narrow },
  { endpoint: "transferOwnership", what: "by an owner", ask: () => asOwner("transfer"), refused: narrow },
  { endpoint: "reactivateMember", what: "a member", ask: () => deactivated("member"), refused: narrow },
  { endpoint: "reactivateMember", what: "an administrator", ask: () => deactivated("admin"), refused: credentialKinds },
  // Grants that work by themselves from then on.
  { endpoint: "createFeed", what: "one's own", ask: async () => ({ path: "/calendar/feed" }), refused: temporary },
  {
    endpoint: "subscribePush",
    what: "one's own",
    ask: async () => ({
      path: "/push/subscriptions",
      json: { endpoint: "https://push.example.org/1", keys: pushKeys },
    }),
    refused: temporary,
  },
  {
    endpoint: "createWebhook",
    what: "the organization's",
    ask: async () => ({ path: "/webhooks", json: { url: "https://example.org/x", events: ["post.published"] } }),
    refused: temporary,
  },
  {
    endpoint: "rotateWebhook",
    what: "the organization's",
    ask: async () => ({ path: `/webhooks/${await webhook()}/rotate` }),
    refused: temporary,
  },
  {
    endpoint: "changeWebhook",
    what: "another address",
    ask: async () => ({ path: `/webhooks/${await webhook()}`, json: { url: "https://other.example.org/x" } }),
    refused: temporary,
  },
  {
    endpoint: "changeWebhook",
    what: "switched on",
    ask: async () => ({ path: `/webhooks/${await webhook()}`, json: { enabled: true } }),
    refused: temporary,
  },
  {
    endpoint: "changeWebhook",
    what: "switched off",
    ask: async () => ({ path: `/webhooks/${await webhook()}`, json: { enabled: false } }),
    refused: [],
  },
];

const resetOf = (memberId: string) => ({ path: `/members/${memberId}/reset-link` });

describe("granted access", () => {
  test.for(rows.flatMap((row) => credentialKinds.map((holding) => ({ ...row, holding }))))(
    "$endpoint ($what) with a $holding grants no more than the caller has",
    async ({ endpoint: name, ask, refused, holding }) => {
      const { caller, peer, owner, member } = stage;
      for (const [one, role] of [
        [caller, "admin"],
        [peer, "admin"],
        [owner, "owner"],
        [member, "member"],
      ] as const) {
        await query("update members set role = $2, removed_at = null where id = $1", [one.memberId, role]);
      }
      await query("delete from webhooks");
      const endpoint: Endpoint = api[name];
      const { path, json } = await ask();
      const answer = await stage.callWith(holding, endpoint.scope as Scope, endpoint.method, path, json);
      expect([answer.status, answer.text]).toEqual([refused.includes(holding) ? 403 : endpoint.status, answer.text]);
      if (answer.status === 403) expect(answer.wire.error.message).not.toContain("does not have the scope");
    },
  );

  test("a key of another member is not found with any credential", async () => {
    const { key } = stage.peer.session;
    const made = await stage.service.call("POST", "/v1/keys", {
      key,
      json: { name: "Peer's", scopes: ["posts:read"] },
    });
    for (const holding of credentialKinds) {
      const path = `/keys/${made.wire.data.id}/rotate`;
      const answer = await stage.callWith(holding, "keys:manage", "POST", path, { overlap_hours: 0 });
      expect([holding, answer.status]).toEqual([holding, 404]);
    }
  });

  test.for(["key of one scope", "ending key", "bound key"] as const)(
    "a %s that rotates itself gains no access",
    async (holding) => {
      const { id, key } = await stage.makeKey(holding, "keys:manage");
      const headers = { "x-postwright-address": boundAddress };
      const before = (await stage.service.call("GET", "/v1/keys", { key, headers })).wire.data.find(
        (one: { id: string }) => one.id === id,
      );
      const { status, wire } = await stage.service.call("POST", `/v1/keys/${id}/rotate`, {
        key,
        headers,
        json: { overlap_hours: 0 },
      });
      expect([status, wire.data.scopes, wire.data.expires_at, wire.data.addresses]).toEqual([
        ...[200, before.scopes, before.expires_at, before.addresses],
      ]);
    },
  );

  test("the old value of a rotated key can't be rotated", async () => {
    const { id, key } = await stage.makeKey("full key", "keys:manage");
    const rotate = (of: string) =>
      stage.service.call("POST", `/v1/keys/${of}/rotate`, { key, json: { overlap_hours: 24 } });
    const { wire } = await rotate(id);
    expect((await rotate(wire.data.id)).status).toBe(403);
  });
});

/** Fields of a response that may grant access, and fields of a request that may ask for access. */
const telling = {
  answer: /\.([a-z_]*(secret|token|password)|value|key|[a-z_]*urls?|[a-z_]*link)$/,
  request: /\.(role|scopes|endpoint|url|password|token)$/,
};
const published = "the public address of a post or an image";
/** Endpoints that have such a field and grant nothing, each with the reason. */
const givesNothing: Partial<Record<EndpointName, string>> = {
  ...Object.fromEntries(
    [
      ...["uploadMedia", "describeMedia", "getPracticeTimeline", "createPosts", "listPosts", "getPost", "changePost"],
      ...[
        "retryPost",
        "cancelPost",
        "restorePost",
        "changePosts",
        "undoChange",
        "takeDownPost",
        "getDraft",
        "getClaim",
        "listSubmissions",
        "getSubmission",
        "changeSubmission",
        "applySubmissionAction",
      ],
      "listInbox",
    ].map((name) => [name, published]),
  ),
  assignInboxItem: "the key of an inbox item",
  checkPosts: "the link of a card that the author writes",
  saveDraft: "the link of a card that the author writes",
  ...Object.fromEntries(
    [
      ...["listChannels", "listChannelDetails", "getChannel", "connectChannel", "changeChannel", "reconnectChannel"],
      ...["connectAccount", "finishConnection"],
    ].map((name) => [name, "public addresses of an account on its platform, and of the platform's own sign-in"]),
  ),
  ...Object.fromEntries(
    ["listConnectWays", "getPlatformApp", "setPlatformApp", "removePlatformApp"].map((name) => [
      ...[name, "whether there is a secret, never the secret"],
    ]),
  ),
  listWebhooks: "an address that the organization typed",
  readLinkPreview: "the link of the request, and public data of its page",
};

function fieldsOf(schema: unknown, at = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === "properties"
      ? Object.entries(inner).flatMap(([field, type]) => [`${at}.${field}`, ...fieldsOf(type, `${at}.${field}`)])
      : fieldsOf(inner, at),
  );
}
const schemaOf = (type: z.ZodType, io: "input" | "output") => z.toJSONSchema(type, { io, unrepresentable: "any" });

describe("table of granting endpoints", () => {
  const endpoints = Object.entries(api) as [EndpointName, Endpoint][];

  test("the table lists exactly the endpoints marked in the contract", () => {
    const marked = endpoints.filter(([, { grants }]) => grants !== undefined).map(([name]) => name);
    expect([...new Set(rows.map((row) => row.endpoint))].sort()).toEqual(marked.sort());
  });

  test("each endpoint with a field that may grant access is in the table or has a stated reason", () => {
    for (const [name, { data, body, grants }] of endpoints) {
      const fields = [
        ...fieldsOf(schemaOf(data, "output")).filter((field) => telling.answer.test(field)),
        ...(body ? fieldsOf(schemaOf(body, "input")).filter((field) => telling.request.test(field)) : []),
      ];
      const isSettled = grants !== undefined || givesNothing[name] !== undefined || fields.length === 0;
      expect([name, fields, isSettled]).toEqual([name, fields, true]);
      // An exception that no longer applies must be removed from the list.
      if (givesNothing[name] !== undefined) expect([name, grants, fields.length > 0]).toEqual([name, undefined, true]);
    }
  });
});
