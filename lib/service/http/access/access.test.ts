import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { scopes } from "#lib/contract/scopes.ts";
import type { Post } from "#lib/contract/types.ts";
import {
  type Caller,
  callerKeys,
  callerService,
  callers,
  closeCallers,
  openCallers,
  restoreOrganization,
} from "#lib/service/http/testing/callers.ts";
import { createOwnerDraft, endpointCalls } from "#lib/service/http/testing/endpoint-calls.ts";
import type { TestRequest } from "#lib/service/http/testing/test-service.ts";

beforeAll(openCallers);
afterAll(closeCallers);

/** Endpoints through which an administrator reads and changes other members' posts. */
const seenByAdmin: readonly EndpointName[] = [
  "getPost",
  "listPostEvents",
  "getPostClaim",
  "changePost",
  "deletePost",
  "retryPost",
  "cancelPost",
  "restorePost",
  "takeDownPost",
  "getSubmission",
  "changeSubmission",
  "deleteSubmission",
  "applySubmissionAction",
];

/** Returns the status that a caller gets. For anybody who may not see a post, the post does not exist (404). */
function expected(name: EndpointName, endpoint: Endpoint, caller: Caller): number {
  if (endpoint.scope === null) return endpoint.status;
  if (caller === "revoked") return 401;
  if (caller === "no scope" && endpoint.scope !== "any") return 403;
  // The check answers 200 with the refusal as a problem: `check-posts.test.ts` looks at it.
  if (caller === "other organization" && name === "createPosts") return 400;
  // The only owner of an organization can't leave the organization.
  if (name === "leaveOrganization" && (caller === "admin" || caller === "other organization")) return 409;
  // Every member of the organization can read a note; only the author and administrators can change the note.
  if (name === "changeNote" || name === "deleteNote") {
    return caller === "peer" ? 403 : caller === "other organization" ? 404 : endpoint.status;
  }
  if (caller === "admin" && seenByAdmin.includes(name)) return endpoint.status;
  // Only a person who signed in creates a way to sign in or takes protection away, never an API key.
  if (name === "createResetLink" || name === "removeMemberTwoStep") return 403;
  // These endpoints belong to the organization and are open to administrators only.
  if (endpoint.scope === "members:manage") {
    if (caller === "owner" || caller === "peer") return 403;
    return endpoint.params && caller === "other organization" ? 404 : endpoint.status;
  }
  // Channels belong to the organization; only administrators change them.
  if (name === "getChannel" || name === "getPracticeTimeline")
    return caller === "other organization" ? 404 : endpoint.status;
  if (endpoint.scope === "channels:write") {
    if (caller === "owner" || caller === "peer") return 403;
    // Each organization has app credentials of its own on a platform; the member who began a connection finishes it.
    if (name.endsWith("PlatformApp")) return endpoint.status;
    if (name === "pauseSending") return caller === "other organization" ? 404 : endpoint.status;
    if (name === "finishConnection") return caller === "admin" ? endpoint.status : 404;
    return endpoint.params && caller === "other organization" ? 404 : endpoint.status;
  }
  if (name === "assignInboxItem") {
    if (caller === "owner" || caller === "peer") return 403;
    return caller === "other organization" ? 404 : endpoint.status;
  }
  // Only administrators review claims; a claim or member of another organization does not exist for them.
  if (endpoint.scope === "claims:review") {
    if (caller === "owner" || caller === "peer") return 403;
    return caller === "other organization" && (endpoint.params || name === "awardPoints") ? 404 : endpoint.status;
  }
  return endpoint.params && caller !== "owner" ? 404 : endpoint.status;
}

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const cases = endpoints.flatMap(([name, endpoint]) => callers.map((caller) => ({ name, endpoint, caller })));

describe("access by caller", () => {
  test.for(cases)(
    "$endpoint.method $endpoint.path returns the expected status for $caller",
    async ({ name, endpoint, caller }) => {
      const { path, sent } = await endpointCalls[name]();
      const answer = await callerService.call(endpoint.method, `/v1${path}`, { ...sent, key: callerKeys.get(caller) });
      await restoreOrganization(name);
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
      // The data must equal its parsed form: parsing drops fields that the contract does not have.
      expect((endpoint.data as z.ZodType).parse(answer.wire.data)).toEqual(answer.wire.data);
    },
  );

  test("a post of another member is indistinguishable from a missing one", async () => {
    const post = await createOwnerDraft();
    const nowhere = callerService.clock.newId();
    const ask = async (method: string, id: string, rest = "", sent: TestRequest = {}) => {
      const { status, text } = await callerService.call(method, `/v1/posts/${id}${rest}`, {
        ...sent,
        key: callerKeys.get("peer"),
      });
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

  test("each scope gives access only to the endpoints that name it", async () => {
    for (const scope of scopes) {
      const { key } = await callerService.addMember("admin", [scope]);
      for (const [name, endpoint] of endpoints) {
        if (endpoint.scope === null || endpoint.scope === "any") continue;
        const { path, sent } = await endpointCalls[name]();
        const { text } = await callerService.call(endpoint.method, `/v1${path}`, { ...sent, key });
        // An endpoint that grants access may still refuse the call for other reasons; `grants.test.ts` tests who may
        // grant.
        const isClosed = text.includes("This key does not have the scope");
        expect([scope, name, isClosed]).toEqual([scope, name, endpoint.scope !== scope]);
        await restoreOrganization(name);
      }
    }
  }, 120_000);
});

describe("fields that only the service sets", () => {
  const seen = async (id: string) =>
    (await callerService.call("GET", `/v1/posts/${id}`, { key: callerKeys.get("owner") })).wire.data;

  test("sending a field of a response back changes nothing", async () => {
    const post: Post = await seen((await createOwnerDraft()).id);
    for (const field of Object.keys(post) as (keyof Post)[]) {
      if (field === "version") continue;
      const json = { version: post.version, [field]: post[field] };
      const { status } = await callerService.call("PATCH", `/v1/posts/${post.id}`, {
        key: callerKeys.get("owner"),
        json,
      });
      expect([field, [200, 400].includes(status)]).toEqual([field, true]);
      const { version, updated_at, ...now } = await seen(post.id);
      const { version: _, updated_at: __, ...before } = post;
      expect([field, now]).toEqual([field, before]);
      post.version = version;
      post.updated_at = updated_at;
    }
  });

  test("a create or an edit that sets one of them is rejected", async () => {
    const wish = {
      id: callerService.clock.newId(),
      member_id: callerService.org.memberId,
      memberId: callerService.org.memberId,
      org_id: callerService.org.orgId,
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
      channel_id: callerService.org.channelIds[2],
      deleted_at: "2020-01-01T00:00:00Z",
    };
    const post = await createOwnerDraft();
    for (const [name, value] of Object.entries(wish)) {
      const json = { channels: callerService.org.channelIds.slice(0, 1), text: "a", draft: true, [name]: value };
      const made = await callerService.call("POST", "/v1/posts", { key: callerKeys.get("owner"), json });
      expect([made.status, made.wire.error.field]).toEqual([400, name]);
      const change = { version: 1, [name]: value };
      const patched = await callerService.call("PATCH", `/v1/posts/${post.id}`, {
        key: callerKeys.get("owner"),
        json: change,
      });
      expect([patched.status, patched.wire.error.field]).toEqual([400, name]);
    }
    // Only a new post can name a submission id, and the id must be new.
    const json = { version: 1, submission_id: callerService.clock.newId() };
    const moved = await callerService.call("PATCH", `/v1/posts/${post.id}`, { key: callerKeys.get("owner"), json });
    expect(moved.status).toBe(400);
    expect(
      (await callerService.call("GET", `/v1/posts/${post.id}`, { key: callerKeys.get("owner") })).wire.data,
    ).toEqual(post);
  });
});
