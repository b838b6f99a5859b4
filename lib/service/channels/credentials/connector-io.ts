import { setTimeout as delay } from "node:timers/promises";
import type {
  ConnectorIo,
  ConnectorIoFactory,
  OutgoingImage,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
} from "#lib/service/channels/core/connector.ts";
import { createNoNetworkIo } from "#lib/service/channels/core/no-network-io.ts";
import type {
  DownloadBytes,
  Platform,
  PlatformHttpClientFactory,
  PlatformLookup,
} from "#lib/service/channels/core/platform.ts";
import { createLinkPageReader } from "#lib/service/channels/link-card/link-page-reader.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { type OutboundAllowList, parseOutboundUrl } from "#lib/service/egress/outbound-url.ts";
import type { MediaStore } from "#lib/service/media/storage/media-store.ts";
import type { AccessTokenResult, AccessTokens } from "./access-tokens.ts";
import { createSignedSender, type SendSigned, signedOut } from "./signed-sender.ts";

/** Time limit of one request with its answer; each caller sets a shorter limit for its whole task. */
const requestMs = 60_000;
/** Below the database's own limit for an idle transaction, since a refresh runs inside one. */
const netMs = 10_000;
const answerBytes = 262_144;

/** Creates the HTTP clients for connecting and refreshing, which carry no account's token. */
export function createPlatformHttpClientFactory(deps: {
  guardedFetch: GuardedFetch;
  now: () => Date;
}): PlatformHttpClientFactory {
  return (platform, host) => ({
    base: platform.base ?? host,
    now: deps.now,
    fetch: (request) => send(deps.guardedFetch, request, { timeoutMs: netMs }),
  });
}

/** Downloads accounts' avatars and other files whose address a platform names. */
export function createDownloadBytes(guardedFetch: GuardedFetch): DownloadBytes {
  return async (url, bytesMax) => {
    const answer = await guardedFetch({ url, method: "GET", timeoutMs: netMs, answerBytesMax: bytesMax });
    if ("problem" in answer) return { why: answer.why };
    if (answer.status >= 300 && answer.status < 400) return { why: "The address redirects. Send the final address." };
    if (answer.status !== 200) return { why: `The server answered with status ${answer.status}.` };
    return answer.isCut ? { why: `The file is larger than ${Math.floor(bytesMax / 1024 / 1024)} MB.` } : answer;
  };
}

type ConnectorIoDeps = {
  platformOf: PlatformLookup;
  tokens: AccessTokens;
  guardedFetch: GuardedFetch;
  media: Pick<MediaStore, "get">;
  /** The origin from which platforms fetch stored images. */
  origin: string;
  allow: OutboundAllowList;
  now: () => Date;
  log: Context["log"];
};

/** Creates the `ConnectorIo` of real platforms; a practice channel stays inside the product. */
export function createConnectorIoFactory(outside: ConnectorIoDeps): ConnectorIoFactory {
  const at = { ...outside, signed: createSignedSender(), readLinkPage: createLinkPageReader(outside.guardedFetch) };
  return ({ platform: slug, practice, account, signal, savePrepared }) => {
    const platform = practice ? null : at.platformOf(slug);
    if (!platform) return createNoNetworkIo(signal);
    return {
      signal,
      now: at.now,
      // An aborted wait rejects, and the caller's next request then ends the work.
      delay: (ms) => delay(ms, undefined, { signal }).catch(() => undefined),
      savePrepared,
      call: (request) => callSafely(at, platform, account, request, signal),
      readImage: (image) => readImage(at.media, image),
      imageUrl: (image) => {
        const read = parseOutboundUrl(at.origin, at.allow);
        return "why" in read ? null : `${at.origin}/media/${image.fileName}`;
      },
      readLinkPage: (url, form) => at.readLinkPage(url, form, signal),
    } satisfies ConnectorIo;
  };
}

async function callSafely(
  deps: ConnectorIoDeps & { signed: SendSigned },
  platform: Platform,
  account: PlatformAccount,
  request: PlatformRequest,
  signal: AbortSignal,
): Promise<PlatformResult> {
  let isSent = false;
  try {
    const token = await deps.tokens.current(platform, account);
    if (token.type !== "token") return without(token);
    isSent = true;
    const answer = await ask(deps, platform, account, { request, token, signal });
    isSent = false;
    if (!platform.isExpired(answer)) return answer;
    // The platform itself refused the token, so nothing changed there and the same request may be repeated.
    const fresh = await deps.tokens.renewed(platform, account, token.version);
    if (fresh.type !== "token") return without(fresh);
    isSent = true;
    const second = await ask(deps, platform, account, { request, token: fresh, signal });
    isSent = false;
    return platform.isExpired(second) ? without({ type: "none" }) : second;
  } catch (error) {
    // The error's message may quote the request; its name is enough for the log.
    deps.log.error({ channelId: account.channelId, what: (error as Error | null)?.name }, "platform request failed");
    const why = "The platform couldn't be reached because of an internal error.";
    return isSent && request.effect === "write" ? { type: "lost", why } : { type: "unsent", why };
  }
}

function ask(
  deps: ConnectorIoDeps & { signed: SendSigned },
  platform: Platform,
  account: PlatformAccount,
  {
    request,
    token,
    signal,
  }: { request: PlatformRequest; token: AccessTokenResult & { type: "token" }; signal: AbortSignal },
): Promise<PlatformResult> {
  return deps.signed({ platform, account, secret: token.secret, now: deps.now }, request, (signed) =>
    send(deps.guardedFetch, signed, { timeoutMs: requestMs, signal }),
  );
}

function without(token: Exclude<AccessTokenResult, { type: "token" }>): PlatformResult {
  if (token.type === "unsent") return token;
  return { type: "signed_out", why: signedOut };
}

async function send(
  guardedFetch: GuardedFetch,
  request: PlatformRequest,
  how: { timeoutMs: number; signal?: AbortSignal },
): Promise<PlatformResult> {
  const { url, method, headers, body, effect, answerBytesMax, conversation } = request;
  const answer = await guardedFetch({
    url,
    method,
    ...how,
    timeoutMs: Math.min(how.timeoutMs, request.timeoutMs ?? how.timeoutMs),
    answerBytesMax: answerBytesMax ?? answerBytes,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    ...(conversation && { conversation }),
  });
  if (!("problem" in answer)) {
    const json = answer.isCut ? undefined : parsed(answer.body);
    return { type: "answer", status: answer.status, headers: answer.headers, body: answer.body, json };
  }
  if (answer.problem === "refused") return { type: "refused", why: answer.why };
  const isSafe = answer.problem === "unsent" || effect === "read";
  return { type: isSafe ? "unsent" : "lost", why: answer.why };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function readImage(media: Pick<MediaStore, "get">, image: OutgoingImage): Promise<Uint8Array> {
  const found = await media.get(image.fileName);
  if (!found) throw new Error("stored image not found");
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
