import { type Role, roleScopes, type Scope } from "#lib/contract/scopes.ts";
import type { Post } from "#lib/contract/types.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { setSecurityLog } from "#lib/service/audit/security-log.ts";
import type { ReadLinkPage } from "#lib/service/channels/core/connector.ts";
import type { DownloadBytes, PlatformLookup } from "#lib/service/channels/core/platform.ts";
import { createAccessTokens } from "#lib/service/channels/credentials/access-tokens.ts";
import { createAppCredentialsStore } from "#lib/service/channels/credentials/app-credentials-store.ts";
import {
  createConnectorIoFactory,
  createDownloadBytes,
  createPlatformHttpClientFactory,
} from "#lib/service/channels/credentials/connector-io.ts";
import { createLinkPageReader } from "#lib/service/channels/link-card/link-page-reader.ts";
import { createMentionFinder, type FindMentions } from "#lib/service/channels/mentions/find-mentions.ts";
import { createConnectorLookup, createPlatformLookup } from "#lib/service/channels/platforms/registry.ts";
import { type Clock, systemClock } from "#lib/service/core/clock.ts";
import type { Context, ServiceSettings } from "#lib/service/core/context.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb, inTransaction } from "#lib/service/db/transaction.ts";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createHttpApp, type HttpApp } from "#lib/service/http/app.ts";
import { openTestStore } from "#lib/service/media/testing/test-images.ts";
import { addMember, type CreatedOrganization, createOrganization } from "#lib/service/members/create-organization.ts";
import { createRealtimeHub } from "#lib/service/realtime/realtime-hub.ts";

export const testOrigin = "http://localhost:3000";

/** A test's request. `json` becomes the body; `body` is sent unchanged. */
export type TestRequest = {
  key?: string | undefined;
  json?: unknown;
  body?: BodyInit | ReadableStream;
  headers?: Record<string, string>;
};

// Tests read responses of any shape, wrong ones included.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyJson = any;
export type TestResponse = { status: number; headers: Headers; text: string; wire: AnyJson };

/** A service with a database of its own and one organization, and helpers for tests. */
export type TestService = {
  context: Context;
  database: TestDatabase;
  http: HttpApp;
  org: CreatedOrganization;
  /** Requested wake-ups, in order. */
  woken: { postId: string; at: Date }[];
  clock: TestClock;
  call: (method: string, path: string, sent?: TestRequest) => Promise<TestResponse>;
  /**
   * Creates posts as the administrator and returns them as stored, without the warnings of the first response. Fails
   * the test unless the status is 201.
   */
  create: (json: Record<string, unknown>, key?: string) => Promise<Post[]>;
  addMember: (role: Role, scopes?: readonly Scope[]) => Promise<{ memberId: string; keyId: string; key: string }>;
  addOrganization: (name: string) => Promise<CreatedOrganization>;
  close: () => Promise<void>;
};

/** A running clock. `add` moves it; `hold` stops it until the returned function is called. */
export type TestClock = Clock & { add: (ms: number) => void; hold: () => () => void };

export function createTestClock(): TestClock {
  let aheadMs = 0;
  let heldMs: number | null = null;
  return {
    now: () => new Date((heldMs ?? Date.now()) + aheadMs),
    newId: systemClock.newId,
    add: (ms) => {
      aheadMs += ms;
    },
    hold() {
      heldMs = Date.now();
      return () => {
        heldMs = null;
      };
    },
  };
}

/**
 * @param at.platformOf replaces the platforms of this version; `readOutside` replaces the download of images;
 * `readLinkPage` the pages of links, `findMentions` the search for accounts
 */
export async function openTestService(
  settings: Partial<ServiceSettings> = {},
  at: {
    platformOf?: PlatformLookup;
    readOutside?: DownloadBytes;
    readLinkPage?: ReadLinkPage;
    findMentions?: FindMentions;
  } = {},
): Promise<TestService> {
  const database = await openTestDatabase();
  const store = await openTestStore();
  const clock = createTestClock();
  const woken: TestService["woken"] = [];
  const platformOf = at.platformOf ?? createPlatformLookup({ urls: {} });
  const sealer = createSealer("the secret that seals in tests, 32 and more");
  const { pool } = database;
  const now = () => clock.now();
  const allow = settings.outboundAllow ?? new Set();
  const guardedFetch = createGuardedFetch({ allow });
  const netFor = createPlatformHttpClientFactory({ guardedFetch, now });
  const appKeys = createAppCredentialsStore({ pool, sealer, clock, fixed: {} });
  const tokens = createAccessTokens({ pool, sealer, appKeys, clock, log: store.log, netFor });
  const outside = { platformOf, tokens, guardedFetch, media: store.media, allow, now, log: store.log };
  const context: Context = {
    pool,
    db: createDb(pool),
    media: store.media,
    connectorFor: createConnectorLookup({ pool: database.pool, clock, origin: testOrigin, platformOf }),
    platformOf,
    appKeys,
    netFor,
    readOutside: at.readOutside ?? createDownloadBytes(guardedFetch),
    readLinkPage: at.readLinkPage ?? createLinkPageReader(guardedFetch),
    findMentions: at.findMentions ?? createMentionFinder({ guardedFetch, now }),
    ioFor: createConnectorIoFactory({ ...outside, origin: testOrigin }),
    log: store.log,
    clock,
    sealer,
    settings: {
      origin: testOrigin,
      rateLimit: 0,
      imageBytes: { inAll: 0, perDay: 0 },
      sendsMail: false,
      missedAfterMs: 86_400_000,
      reconnectWithinMs: 86_400_000,
      outboundAllow: new Set(),
      ...settings,
    },
    sendEmail: async () => ({ sent: false, why: "Nothing is sent here." }),
    sendTestNotification: async () => ({ sent: false, why: "Nothing is sent here." }),
    wakeAt: async (_tx, post, at) => {
      woken.push({ postId: post.id, at });
    },
  };
  setSecurityLog(pool, store.log);
  const { processConnection } = database;
  const live = createRealtimeHub({ processConnection, now, log: store.log });
  const http = createHttpApp(context, live, processConnection);
  await http.listening();
  const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database.pool, work);
  const addOrganization = (name: string) =>
    inTx((tx) =>
      createOrganization(tx, { organization: name, name: `Ada of ${name}`, email: "ada@example.org" }, clock),
    );
  const org = await addOrganization("Analytical Engines");
  const call: TestService["call"] = async (method, path, sent = {}) => {
    const response = await http(createTestRequest(method, path, sent));
    const type = response.headers.get("content-type") ?? "";
    const text = type === "text/event-stream" ? await readFirst(response) : await response.text();
    const wire = type === "application/json" && text !== "" ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, wire };
  };
  return {
    context,
    database,
    http,
    org,
    woken,
    clock,
    call,
    async create(json, key = org.key) {
      const { status, text, wire } = await call("POST", "/v1/posts", { key, json });
      if (status !== 201) throw new Error(`expected 201, got ${status}: ${text}`);
      return wire.data.map(({ warnings: _, ...post }: Post) => post);
    },
    addMember: (role, scopes = roleScopes[role]) =>
      inTx(async (tx) => {
        const name = `Member ${clock.newId().slice(-4)}`;
        const memberId = await addMember(tx, { orgId: org.orgId, name, email: "m@example.org", role }, clock);
        const { id, key } = await insertApiKey(tx, { memberId, name: "Test", scopes }, clock);
        return { memberId, keyId: id, key };
      }),
    addOrganization,
    async close() {
      await http.close();
      await database.drop();
      await store.drop();
    },
  };
}

/** Returns the first piece of an endless response and closes the response. */
async function readFirst(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

/** Creates a request as `server.ts` would pass it on. */
export function createTestRequest(method: string, path: string, sent: TestRequest = {}): Request {
  const headers = new Headers(sent.headers);
  if (sent.key !== undefined && !headers.has("authorization")) headers.set("authorization", `Bearer ${sent.key}`);
  if (sent.json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
  const init = { method, headers, ...(body !== undefined && { body, duplex: "half" }) };
  return new Request(new URL(path, testOrigin), init);
}
