import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import type {
  Connector,
  ConnectorIoFactory,
  PlatformAccount,
  PlatformResult,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, AppCredentials, Platform } from "#lib/service/channels/core/platform.ts";
import { createAccessTokens } from "#lib/service/channels/credentials/access-tokens.ts";
import {
  createConnectorIoFactory,
  createPlatformHttpClientFactory,
} from "#lib/service/channels/credentials/connector-io.ts";
import type { Context } from "#lib/service/core/context.ts";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";

export type ScriptedRequest = { method: string; path: string; token: string; body: Buffer; authorization: string };
type Scripted = { status: number; json?: unknown; headers?: Record<string, string> } | "cut" | null;

/**
 * Opens a platform that a test controls: access ends on command, each refresh token counts once and a used one ends
 * everything, and the published items are independent of the answers.
 */
export async function openScriptedServer() {
  const heard: ScriptedRequest[] = [];
  const items: { id: string; key: string; text: string; upload: string | null }[] = [];
  const state = {
    access: "access-1",
    refresh: "refresh-1" as string | null,
    generation: 1,
    uploads: 0,
    /** Replaces the answer before the work is done; null lets the request through. */
    before: (_request: ScriptedRequest): Scripted | Promise<Scripted> => null,
    /** Replaces the answer after the work is done. */
    after: (_request: ScriptedRequest): Scripted => null,
  };

  function act(request: ScriptedRequest): Exclude<Scripted, "cut" | null> {
    if (request.path === "/token") return refresh(JSON.parse(request.body.toString("utf8")).refresh);
    if (request.token !== state.access) return { status: 401, json: { error: "expired" } };
    if (request.path === "/uploads") {
      state.uploads += 1;
      return { status: 201, json: { upload: `upload-${state.uploads}` } };
    }
    if (request.path === "/items" && request.method === "POST") {
      const { key, text, upload } = JSON.parse(request.body.toString("utf8"));
      const id = `item-${items.length + 1}`;
      items.push({ id, key, text, upload });
      return { status: 201, json: { id } };
    }
    const key = new URL(request.path, "http://x").searchParams.get("key");
    return { status: 200, json: { items: items.filter((item) => key === null || item.key === key) } };
  }

  function refresh(given: string) {
    if (given !== state.refresh) {
      state.refresh = null;
      state.access = "none";
      return { status: 400, json: { error: "invalid_grant" } };
    }
    state.generation += 1;
    state.access = `access-${state.generation}`;
    state.refresh = `refresh-${state.generation}`;
    return { status: 200, json: { access: state.access, refresh: state.refresh } };
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const authorization = incoming.headers.authorization ?? "";
    const token = authorization.replace("Bearer ", "");
    const { method = "", url: path = "" } = incoming;
    const request = { method, path, token, body: Buffer.concat(chunks), authorization };
    heard.push(request);
    const came = (await state.before(request)) ?? after(request);
    if (came === "cut") return void incoming.socket.destroy();
    outgoing.writeHead(came.status, { "content-type": "application/json", ...came.headers });
    outgoing.end(JSON.stringify(came.json ?? {}));
  }

  function after(request: ScriptedRequest) {
    const done = act(request);
    return state.after(request) ?? done;
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const count = (path: string) => heard.filter((one) => one.path.startsWith(path)).length;
  /** Ends the current access; a refresh gives another. */
  const endAccess = () => {
    state.access = "not returned yet";
  };
  return {
    host,
    url: `http://${host}`,
    heard,
    items,
    state,
    count,
    endAccess,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ScriptedServer = Awaited<ReturnType<typeof openScriptedServer>>;

/** Creates the first credentials of an account there. */
export const createSecret = (over: Partial<AccountSecret> = {}): AccountSecret => ({
  access: "access-1",
  refresh: "refresh-1",
  accessEndsAt: null,
  more: {},
  ...over,
});

const jsonOf = (answer: PlatformResult) => (answer.type === "answer" ? (answer.json as Record<string, string>) : {});

function outcomeOf(answer: PlatformResult): Exclude<PublishOutcome, { type: "published" }> | null {
  if (answer.type === "signed_out")
    return { type: "reconnect", error: { reason: "auth", message: "The account was signed out." } };
  if (answer.type === "lost") return { type: "unknown" };
  if (answer.type !== "answer")
    return { type: "temporary", error: { reason: "network", message: "The platform is unreachable." } };
  if (answer.status === 429) {
    const of = answer.headers["x-of"] === "app" ? "app" : "account";
    return { type: "wait", until: new Date(Number(answer.headers["x-until"])), of };
  }
  if (answer.status === 402) {
    const problem = { reason: "billing", message: "the credits are used up" } as const;
    return { type: "wait", until: new Date(Date.now() + 3_600_000), of: "app", problem };
  }
  if (answer.status >= 500) return { type: "temporary", error: { reason: "server", message: "It is down." } };
  if (answer.status >= 400)
    return { type: "rejected", error: { reason: "invalid", message: "It does not like this." } };
  return null;
}

/**
 * Creates the platform of the scripted server. `form`: its image requirements; `prepares`: it uploads before it posts.
 */
export function createScriptedPlatform(
  options: { slug?: string; form?: ImageRequirements | null; prepares?: boolean; refreshes?: boolean } = {},
): Platform {
  const json = { "content-type": "application/json" };
  const connector: Connector = {
    slug: options.slug ?? "x",
    getRepeats: () => ({ deduplicated: false, absentAfterMs: 0, resends: null }),
    imageForm: options.form ? () => options.form as ImageRequirements : null,
    plan: ({ key, plannedAt, images, count }) => ({ tag: `${key} ${plannedAt.toISOString()}`, images, count }),
    prepare: options.prepares
      ? {
          can: true,
          async run(part, account, io) {
            if (part.prepared?.["upload"] !== undefined) return { type: "ready", prepared: part.prepared };
            const body = part.images[0] ? await io.readImage(part.images[0]) : "";
            const answer = await io.call({ url: `${account.host}/uploads`, method: "POST", body, effect: "read" });
            const failed = outcomeOf(answer);
            if (failed) return failed.type === "unknown" ? { type: "temporary", error: lost } : failed;
            const prepared = { upload: jsonOf(answer)["upload"] };
            await io.savePrepared(prepared);
            return { type: "ready", prepared };
          },
        }
      : { can: false, why: "No preparation is needed." },
    async publishPart(part, account, io) {
      const body = JSON.stringify({ key: part.key, text: part.text, upload: part.prepared?.["upload"] ?? null });
      const answer = await io.call({
        url: `${account.host}/items`,
        method: "POST",
        headers: json,
        body,
        effect: "write",
      });
      const failed = outcomeOf(answer);
      if (failed) return failed;
      const id = jsonOf(answer)["id"];
      if (id === undefined) return { type: "unknown" };
      const restUntil = answer.type === "answer" ? answer.headers["x-rest-until"] : undefined;
      const sent = { remoteId: id, url: `${account.host}/items/${id}`, at: io.now(), proof: "answer" as const };
      return { type: "published", sent, ...(restUntil !== undefined && { restUntil: new Date(Number(restUntil)) }) };
    },
    findPart: {
      can: true,
      async run(part, account, io) {
        const answer = await io.call({
          url: `${account.host}/items?key=${encodeURIComponent(part.key)}`,
          method: "GET",
          effect: "read",
        });
        if (answer.type !== "answer" || answer.status !== 200) return { type: "cannot_tell" };
        const [item] = (answer.json as { items: { id: string }[] }).items;
        if (!item) return { type: "absent" };
        return { type: "found", sent: { remoteId: item.id, url: null, at: io.now(), proof: "key" } };
      },
    },
    remove: { can: false, why: "Not here." },
  };
  return {
    connector,
    connect: { by: "form", fields: [], run: async () => ({ problem: "Accounts can't be connected here." }) },
    requirements: [],
    base: null,
    authorize: (request, secret) => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${secret.access}` },
    }),
    isExpired: (answer) => answer.type === "answer" && answer.status === 401,
    refresh:
      options.refreshes === false
        ? { can: false, why: "The platform has no refresh tokens." }
        : {
            can: true,
            async run(secret, _at, net) {
              const body = JSON.stringify({ refresh: secret.refresh });
              const answer = await net.fetch({ url: `${net.base}/token`, method: "POST", body, effect: "write" });
              if (answer.type === "lost") return { type: "unclear" };
              if (answer.type !== "answer" || answer.status >= 500) return { type: "unsent" };
              if (answer.status !== 200) return { type: "refused" };
              const { access = "", refresh = null } = jsonOf(answer);
              return { type: "refreshed", secret: { ...secret, access, refresh, accessEndsAt: null } };
            },
          },
    revoke: { can: false, why: "The platform can't revoke access." },
    profile: async () => ({ type: "cannot_tell" }),
  };
}

const lost = { reason: "network", message: "The platform didn't answer." } as const;

/** Creates a worker's I/O with `platform` as the only platform. */
export function createScriptedIoFactory(
  deps: Pick<Context, "pool" | "sealer" | "clock" | "log" | "media"> & {
    platform: Platform;
    hosts: string[];
    app?: AppCredentials | null;
    /** The origin from which the platform fetches our images. */
    origin?: string;
  },
): ConnectorIoFactory {
  const allow = new Set(deps.hosts);
  const guardedFetch = createGuardedFetch({ allow });
  const now = () => deps.clock.now();
  const netFor = createPlatformHttpClientFactory({ guardedFetch, now });
  const appKeys = {
    find: async (): Promise<AppCredentials | null> => deps.app ?? null,
    isFixed: () => false,
    save: async () => {},
    require: async (_scope: unknown, create: () => AppCredentials) => deps.app ?? create(),
    remove: async () => {},
  };
  const tokens = createAccessTokens({ ...deps, appKeys, netFor });
  const { origin = "https://desk.example.org" } = deps;
  return createConnectorIoFactory({
    platformOf: () => deps.platform,
    tokens,
    guardedFetch,
    media: deps.media,
    origin,
    allow,
    now,
    log: deps.log,
  });
}

/** Connects an account of the scripted platform to a real channel. */
export async function connectScriptedAccount(
  deps: Pick<Context, "pool">,
  server: ScriptedServer,
  channel: { id: string; orgId: string; platform?: string },
): Promise<PlatformAccount> {
  await deps.pool.query(
    `insert into channels (id, org_id, platform, name, username, practice, remote_id, host)
     values ($1, $2, $3, 'Scripted', 'ada', false, 'remote-1', $4)`,
    [channel.id, channel.orgId, channel.platform ?? "x", server.url],
  );
  return { channelId: channel.id, username: "ada", remoteId: "remote-1", host: server.url, reportedLimits: {} };
}
