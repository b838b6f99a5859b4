import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import { defineEndpoint, type Endpoint } from "#lib/contract/endpoint.ts";
import { scopes } from "#lib/contract/scopes.ts";
import { createApiKeyCache } from "#lib/service/api-keys/api-key-cache.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { defineRoute, type IncomingRequest } from "#lib/service/http/define-route.ts";
import { createFairQueue } from "#lib/service/http/fair-queue.ts";
import { callerService, closeCallers, openCallers, ownerId, setOwner } from "#lib/service/http/testing/callers.ts";
import { endpointCalls } from "#lib/service/http/testing/endpoint-calls.ts";
import { createTestRequest } from "#lib/service/http/testing/test-service.ts";
import { createRealtimeHub } from "#lib/service/realtime/realtime-hub.ts";
import { createRequestLimits } from "./request-limits.ts";

let key: string;
beforeAll(async () => {
  await openCallers();
  const owner = await callerService.addMember("owner");
  setOwner(owner.key, owner.memberId);
  key = await createDraftsOnlyKey();
});
afterAll(closeCallers);

const createDraftsOnlyKey = () =>
  inTransaction(callerService.database.pool, async (tx) => {
    const input = { memberId: ownerId, name: "Assistant", scopes, draftsOnly: true };
    return (await insertApiKey(tx, input, callerService.clock)).key;
  });

const writes = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([, { method, scope }]) => method !== "GET" && scope !== null,
);
const isAllowed = ([, { forDraftsOnly }]: [EndpointName, Endpoint]) => forDraftsOnly === true;
const refusal = {
  code: "forbidden",
  message: "This API key may write drafts only. Save a draft, and let a person do the rest.",
};

test.for(writes.filter((one) => !isAllowed(one)))(
  "a drafts-only key of an owner with every scope is refused by %s, with a call that succeeds otherwise",
  async ([name, endpoint]) => {
    const { path, sent = {} } = await endpointCalls[name]();
    const answer = await callerService.call(endpoint.method, `/v1${path}`, { ...sent, key });
    expect([answer.status, answer.wire.error]).toEqual([403, refusal]);
  },
);

test("the endpoints that a drafts-only key may call write drafts and images, and nothing else", () => {
  const allowed = writes.filter(isAllowed).map(([, { method, path }]) => `${method} ${path}`);
  expect(allowed.toSorted()).toEqual([
    "DELETE /drafts/{id}",
    "DELETE /posts/{id}",
    "DELETE /submissions/{id}",
    "PATCH /drafts/{id}",
    "PATCH /media/{id}",
    "PATCH /posts/{id}",
    "PATCH /submissions/{id}",
    "POST /drafts/changes",
    "POST /drafts/{id}/restore",
    "POST /media",
    "POST /posts",
    "POST /posts/changes",
    "POST /posts/changes/{id}/undo",
    "POST /posts/check",
    "POST /posts/{id}/restore",
    "POST /submissions/{id}/changes",
    "PUT /drafts/{id}",
  ]);
});

test("a new write endpoint refuses drafts-only keys until its contract lists it for them", async () => {
  const { context } = callerService;
  const { processConnection } = callerService.database;
  const keys = createApiKeyCache({ ...context, processConnection });
  const turns = createFairQueue({
    atOnce: 1,
    perName: { requests: 1, exports: 1, uploads: 1, messages: 1 },
    waitingMax: { requests: 1, exports: 1, uploads: 1, messages: 1 },
  });
  const live = createRealtimeHub({ processConnection, now: () => context.clock.now(), log: context.log });
  const kit = { context, keys, limits: createRequestLimits(0), turns, live };
  let runs = 0;
  const described = {
    method: "POST",
    path: "/new",
    scope: "any",
    documented: false,
    summary: "New",
    errors: [],
  } as const;
  const endpoint = defineEndpoint({ ...described, status: 200, data: z.number() });
  const answer = async (offered: Endpoint) => {
    const route = defineRoute(offered, async () => {
      runs += 1;
      return { data: runs };
    });
    const request = createTestRequest("POST", "/v1/new", { key });
    const arrived: IncomingRequest = { request, params: {}, search: "", actor: null, turn: null };
    const { status } = await route.answer(kit, arrived);
    arrived.turn?.release();
    return status;
  };
  try {
    expect([await answer(endpoint), runs]).toEqual([403, 0]);
    expect([await answer({ ...endpoint, forDraftsOnly: true }), runs]).toEqual([200, 1]);
  } finally {
    await live.close();
    await keys.close();
  }
});
