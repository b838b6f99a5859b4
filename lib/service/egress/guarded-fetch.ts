import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { Client, type Dispatcher } from "undici";
import { type Conversation, noWebSocket, startConversation } from "./guarded-conversation.ts";
import { type OutboundAllowList, parseOutboundUrl } from "./outbound-url.ts";
import { isPublicAddress } from "./public-address.ts";

/** Without `body` nothing is sent but the headers. `timeoutMs` covers all of it, the answer's body included. */
export type OutboundRequest = {
  url: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  timeoutMs: number;
  /** Most bytes of the answer that are read; 64 KB unless told. */
  answerBytesMax?: number;
  /** Ends it early: `unsent` or `unknown` then. */
  signal?: AbortSignal;
  /** Set for an address with `wss:`: `body` is the first message, and the answer is the list of the server's messages. */
  conversation?: Conversation;
};

/**
 * `refused`: we don't reach such an address; `unsent`: nothing left this machine; `unknown`: it may have arrived;
 * `timeout`: it was sent, and no whole answer came in time. `why` is one sentence for people.
 */
export type OutboundFailure = { problem: "refused" | "unsent" | "unknown" | "timeout"; why: string };

export type GuardedFetch = (request: OutboundRequest) => Promise<OutboundResponse | OutboundFailure>;

type ResolveHost = (hostname: string, options: LookupOptions & { all: true }, done: ResolveCallback) => void;
type ResolveCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** What a lookup fails with when it leads inside. */
class PrivateAddressError extends Error {}

const connectMs = 10_000;
const headerBytesMax = 16_384;
const usualAnswerBytes = 65_536;

/**
 * Requests to addresses that people typed. https only, no redirect is followed, and a connection is made only when every
 * address of the name is public: resolved once, and the very addresses that were checked are connected to, so that a name
 * server that changes its answer gains nothing. Never throws, and never reads more than it was told to.
 *
 * A client of its own for each request: kept connections fail one POST in 200 when the other side closes them just then,
 * and ending a request must end its socket.
 * @param options.resolve is for tests: the system's, which asks the hosts file too.
 */
export function createGuardedFetch(options: { allow: OutboundAllowList; resolve?: ResolveHost }): GuardedFetch {
  const resolve: ResolveHost = options.resolve ?? systemLookup;

  /** `net.connect` calls this for names alone; literals were judged with the address itself. */
  function guardedLookup(
    hostname: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return done(error ?? new Error("no address"), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new PrivateAddressError(), []);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  }

  return async (request) => {
    const { timeoutMs, signal, conversation } = request;
    // A WebSocket begins as a request of HTTP, so the same rules hold for its address.
    const text = conversation ? request.url.replace(/^ws(s?):/u, "http$1:") : request.url;
    const read = parseOutboundUrl(text, options.allow);
    if ("why" in read) {
      return { problem: "refused", why: conversation ? read.why.replaceAll("https:", "wss:") : read.why };
    }
    const { url, isAllowed } = read;
    const connect = {
      timeout: Math.min(connectMs, timeoutMs),
      ...(isAllowed ? {} : { lookup: guardedLookup }),
    };
    const bytesMax = request.answerBytesMax ?? usualAnswerBytes;
    const { settled, isSent, close } = conversation
      ? startConversation({ url, first: String(request.body), conversation, connect, bytesMax })
      : startRequest(request, { url, connect, bytesMax });
    const clock = Promise.withResolvers<OutboundFailure>();
    const timer = setTimeout(() => clock.resolve(late(isSent(), timeoutMs)), timeoutMs);
    const cancel = () => clock.resolve({ problem: isSent() ? "unknown" : "unsent", why: "The request was canceled." });
    signal?.addEventListener("abort", cancel, { once: true });
    if (signal?.aborted) cancel();
    try {
      return await Promise.race([
        settled.then((end) => ("error" in end ? toFailure(end.error, isSent()) : end)),
        clock.promise,
      ]);
    } catch (error) {
      return toFailure(error, isSent());
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      // Also what hangs: a socket that is being opened, a body that never ends.
      close();
    }
  };
}

type ExchangeOptions = { url: URL; connect: Client.Options["connect"]; bytesMax: number };

/** Sends the request on a connection of its own. */
function startRequest({ method, headers, body }: OutboundRequest, { url, connect, bytesMax }: ExchangeOptions) {
  const client = new Client(url.origin, {
    // No keep-alive: `connection: close` is sent.
    pipelining: 0,
    maxHeaderSize: headerBytesMax,
    ...(connect && { connect }),
  });
  const { handler, settled, fail, isSent } = createResponseReader(bytesMax);
  try {
    client.dispatch(
      {
        path: `${url.pathname}${url.search}`,
        method,
        headers: { "user-agent": "Postwright", "accept-encoding": "identity", ...headers },
        body: body ?? null,
      },
      handler,
    );
  } catch (error) {
    fail(error);
  }
  return { settled, isSent, close: () => void client.destroy().catch(() => undefined) };
}

function late(isSent: boolean, timeoutMs: number): OutboundFailure {
  const seconds = `${Math.max(1, Math.round(timeoutMs / 1000))} s`;
  if (!isSent) return { problem: "unsent", why: `No connection could be made within ${seconds}.` };
  return { problem: "timeout", why: `The server got the request but didn't answer completely within ${seconds}.` };
}

const unsentSentences: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name is unknown. Check the address.",
  EAI_AGAIN: "The DNS server doesn't answer.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed while it was being established.",
  ENETUNREACH: "The address can't be reached from this server's network.",
  EHOSTUNREACH: "The address can't be reached from this server's network.",
  ETIMEDOUT: "The connection timed out.",
  UND_ERR_CONNECT_TIMEOUT: "The connection timed out.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for a different name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed and not trusted.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's issuer is not trusted.",
  [noWebSocket]: "The server didn't open a WebSocket.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate's issuer is not trusted.",
};

function toFailure(error: unknown, isSent: boolean): OutboundFailure {
  if (error instanceof PrivateAddressError) {
    return {
      problem: "refused",
      why: "The host name leads to a private address. Only public addresses and those in OUTBOUND_ALLOW are allowed.",
    };
  }
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (isSent)
    return { problem: "unknown", why: unknownSentences[code] ?? "The connection broke before the answer arrived." };
  return { problem: "unsent", why: unsentSentences[code] ?? "No secure connection could be established." };
}

const unknownSentences: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: "The answer has too many headers.",
};

/** `body` is what was read of it, as UTF-8, and `bytes` the same as it came; `isCut` when there was more, which nobody waited for. */
type OutboundResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  bytes: Buffer;
  isCut: boolean;
};

/** Reads one answer through a counter: what is beyond `bytesMax` is neither kept nor waited for. */
function createResponseReader(bytesMax: number): {
  handler: Dispatcher.DispatchHandler;
  settled: Promise<OutboundResponse | { error: unknown }>;
  fail: (error: unknown) => void;
  /** True once bytes may have left: undici has a connection, its TLS included, and begins to write. */
  isSent: () => boolean;
} {
  const { promise: settled, resolve } = Promise.withResolvers<OutboundResponse | { error: unknown }>();
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: Record<string, string> = {};
  let left = bytesMax;
  let isSent = false;

  const answer = (isCut: boolean) => {
    const bytes = Buffer.concat(chunks);
    resolve({ status, headers, body: bytes.toString("utf8"), bytes, isCut });
  };

  return {
    settled,
    fail: (error) => resolve({ error }),
    isSent: () => isSent,
    handler: {
      onRequestStart() {
        isSent = true;
      },
      onResponseStart(_controller, statusCode, all) {
        status = statusCode;
        headers = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk.subarray(0, left));
        left -= chunk.length;
        if (left >= 0) return;
        answer(true);
        controller.abort(new Error("enough was read"));
      },
      onResponseEnd() {
        answer(false);
      },
      onResponseError(_controller, error) {
        resolve({ error });
      },
    },
  };
}
