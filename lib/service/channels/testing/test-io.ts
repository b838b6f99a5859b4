import type {
  ConnectorIo,
  ConnectorJson,
  OutgoingImage,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
} from "#lib/service/channels/core/connector.ts";
import type {
  AccountSecret,
  AppCredentials,
  Platform,
  PlatformHttpClient,
  RefreshResult,
} from "#lib/service/channels/core/platform.ts";
import { createSignedSender } from "#lib/service/channels/credentials/signed-sender.ts";
import { createGuardedFetch, type OutboundRequest } from "#lib/service/egress/guarded-fetch.ts";
import { checkRequest } from "./strict-body.ts";

/** A connector test's I/O to its peer, with counters. */
export type TestIo = {
  io: (signal: AbortSignal) => ConnectorIo;
  net: PlatformHttpClient;
  /** Every attempted request, with the token in it, in order. */
  requests: PlatformRequest[];
  refreshes: () => number;
  secret: () => AccountSecret;
  setSecret: (secret: AccountSecret) => void;
  /** The results that `prepare` stored, in order. */
  kept: ConnectorJson[];
  /** Moves the clock of connectors ahead by this much. */
  setAhead: (ms: number) => void;
  /** The waits of connectors, ms, in order. A wait takes no time: it moves the clock ahead. */
  delays: number[];
};

/**
 * Creates the I/O of a platform with its token in memory. The network is the product's own guarded one; `allow` names
 * the peer as OUTBOUND_ALLOW does. The first caller with an expired token refreshes it; concurrent callers wait for the
 * same answer.
 */
export function createTestIo(options: {
  platform: Platform;
  account: PlatformAccount;
  secret: AccountSecret;
  allow: readonly string[];
  app?: AppCredentials | null;
  base?: string;
  /** Bytes by file name. */
  images?: ReadonlyMap<string, Uint8Array>;
  imageUrl?: (image: OutgoingImage) => string | null;
  timeoutMs?: number;
  /** Called at each wait of a connector, so that the peer's clock passes too. */
  onDelay?: (ms: number) => Promise<void>;
}): TestIo {
  const { platform, account } = options;
  const guarded = createGuardedFetch({ allow: new Set(options.allow) });
  const requests: PlatformRequest[] = [];
  const kept: ConnectorJson[] = [];
  const delays: number[] = [];
  let secret = options.secret;
  let refreshes = 0;
  let refreshing: Promise<RefreshResult> | null = null;
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const signed = createSignedSender();

  async function send(request: PlatformRequest, signal?: AbortSignal): Promise<PlatformResult> {
    requests.push(request);
    const { url, headers, body, effect, conversation } = request;
    checkRequest(conversation ? { "content-type": "application/json" } : (headers ?? {}), body);
    const answer = await guarded({
      url,
      method: request.method as OutboundRequest["method"],
      timeoutMs: options.timeoutMs ?? request.timeoutMs ?? 10_000,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(conversation && { conversation }),
      ...(signal && { signal }),
    });
    if ("problem" in answer) {
      if (answer.problem === "refused") return { type: "refused", why: answer.why };
      return { type: answer.problem === "unsent" || effect === "read" ? "unsent" : "lost", why: answer.why };
    }
    const { status, headers: received, body: text, isCut } = answer;
    return { type: "answer", status, headers: received, body: text, json: isCut ? undefined : readJson(text) };
  }

  const net: PlatformHttpClient = {
    fetch: (request) => send(request),
    base: options.base ?? platform.base ?? account.host,
    now,
  };

  async function refresh(): Promise<RefreshResult> {
    const { refresh: able } = platform;
    if (!able.can) return { type: "refused" };
    refreshing ??= (async () => {
      refreshes += 1;
      const fresh = await able.run(secret, { account, app: options.app ?? null }, net);
      if (fresh.type === "refreshed") secret = fresh.secret;
      return fresh;
    })().finally(() => {
      refreshing = null;
    });
    return await refreshing;
  }

  async function call(request: PlatformRequest, signal: AbortSignal): Promise<PlatformResult> {
    const used = secret;
    const ask = () => signed({ platform, account, secret, now }, request, (one) => send(one, signal));
    const first = await ask();
    if (!platform.isExpired(first)) return first;
    if (secret === used) {
      const fresh = await refresh();
      if (fresh.type === "unsent" || fresh.type === "unclear")
        return { type: "unsent", why: "The refresh could not be sent." };
      if (fresh.type !== "refreshed") return { type: "signed_out", why: "The refresh returned no new token." };
    }
    const again = await ask();
    return platform.isExpired(again)
      ? { type: "signed_out", why: "The platform rejected the refreshed token too." }
      : again;
  }

  return {
    net,
    requests,
    kept,
    delays,
    io: (signal) => ({
      signal,
      now,
      async delay(ms) {
        delays.push(ms);
        aheadMs += ms;
        await options.onDelay?.(ms);
      },
      call: (request) => call(request, signal),
      readImage: async ({ fileName }) => {
        const bytes = options.images?.get(fileName);
        if (!bytes) throw new Error(`the test has no image ${fileName}`);
        return bytes;
      },
      imageUrl: options.imageUrl ?? (() => null),
      readLinkPage: async () => ({ why: "The test has no pages." }),
      savePrepared: async (prepared) => void kept.push(prepared),
    }),
    refreshes: () => refreshes,
    secret: () => secret,
    setSecret: (given) => {
      secret = given;
    },
    setAhead: (ms) => {
      aheadMs = ms;
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
