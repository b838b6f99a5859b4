import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { limits } from "#lib/contract/limits.ts";
import type { DashboardSession } from "#lib/cookie-seal.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import type { DocsPages } from "./docs-pages.ts";
import {
  buildContentSecurityPolicy,
  createNonce,
  getCommonHeaders,
  getPageHeaders,
  removeUntrustedHeaders,
  setRequestHeader,
} from "./http-headers.ts";
import { type PageCaller, type PageRateLimit, uploadPath } from "./page-rate-limit.ts";
import { sendRouterAnswerInOnePiece } from "./send-in-one-piece.ts";

/** `.` and `..` between separators, in every spelling that a proxy or a URL parser may read as such. */
const dotSegment = /(?:[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?=[\\/]|%2f|%5c|$)/iu;

/**
 * Returns a sentence why a request is refused, or null. Two readers would interpret such a request differently: a proxy
 * that allows `/media/` would open `/v1` by `/media/../v1/me`, and with two Host headers (RFC 9112, section 3.2) each
 * reader may trust another one. `path` is the address without its query.
 */
function findRequestProblem(request: IncomingMessage, path: string): string | null {
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1) return "Send exactly one Host header.";
  if (dotSegment.test(path)) return "A path must not contain . or .. between slashes.";
  return null;
}

/** Maximum bytes of a member's page request: 1 MB for Next's actions, 10 MB and the envelope for an upload. */
const actionBytes = limits.jsonBytes;
const uploadBytes = limits.imageBytes + 64 * 1024;
/** Bytes of a refused body that are read and dropped before the connection ends. */
const discardBytesMax = 2 * uploadBytes;

export type RequestListenerDeps = {
  hosts: AllowedHosts;
  trustProxy: boolean;
  /** Told of each request that a proxy forwarded while proxies are not trusted: all its clients share one address. */
  onUntrustedProxy?: () => void;
  dev: boolean;
  remote: boolean;
  /** The service over node:http, for /v1 and /media; null in remote mode and until it is ready. */
  service: () => RequestListener | null;
  /** Next; null in a worker and until it is ready. */
  pages: () => RequestListener | null;
  /** The API reference; null if Next renders every request. */
  docs: DocsPages | null;
  /** Null until there is a secret to check sessions with. */
  pageLimits: () => PageRateLimit | null;
  /** Tells if a session is still open. Asked before a body is taken that no stranger may send. */
  isSignedIn: (session: DashboardSession) => Promise<boolean>;
  /** The ids of this build's server actions; null where any may be asked for, as in development. */
  actionIds: () => ReadonlySet<string> | null;
  /** Returns null when ready, otherwise one sentence. */
  notReady: () => Promise<string | null>;
  /**
   * Returns the answer of `GET /metrics` to a caller with this authorization; null until there is a service, and in
   * remote mode.
   */
  metrics: (authorization: string | undefined) => Promise<{ status: number; type: string; body: string } | null>;
};

type ErrorResponse = { status: number; code: string; message: string; headers?: Record<string, string> };

function sendError(response: ServerResponse, { status, code, message, headers }: ErrorResponse): void {
  const body = JSON.stringify({ error: { code, message } });
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(body);
}

const notFound: ErrorResponse = { status: 404, code: "not_found", message: "There is nothing at this address." };

/** Returns the last address that a trusted proxy added, otherwise the peer's own. A client can't choose it. */
function getClientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(request.headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  return forwarded || request.socket.remoteAddress || "unknown";
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** Counts a page request and its bytes for its caller; then checks what this caller may send. Returns the refusal, or null. */
async function refuseCaller(
  front: RequestListenerDeps,
  request: IncomingMessage,
  { address, path }: { address: string; path: string },
): Promise<ErrorResponse | null> {
  const bytes = isRead(request) ? 0 : Number(request.headers["content-length"]);
  const caller = await front.pageLimits()?.(request, address, bytes);
  if (!caller) return null;
  if (caller.waitSeconds !== null) {
    return {
      status: 429,
      code: "rate_limited",
      message: `Too many requests from your network. Nothing was sent or changed. Try again in ${caller.waitSeconds} s.`,
      headers: { "retry-after": String(caller.waitSeconds) },
    };
  }
  if (bytes <= limits.strangerBytes || (await isMember(front, caller))) return null;
  // The dashboard shows the sign-in for this code; the image is still in the browser.
  if (path === uploadPath) return { status: 401, code: "unauthorized", message: "Sign in, then send the image again." };
  return {
    status: 413,
    code: "payload_too_large",
    message: `Without signing in, a request has at most ${limits.strangerBytes / 1024} KB. Nothing was stored or changed. Sign in, then send it again.`,
  };
}

/** A copy of the cookie of a closed session is no session. */
const isMember = async (front: RequestListenerDeps, { session }: PageCaller): Promise<boolean> =>
  session !== null && (await front.isSignedIn(session));

/** Refuses requests that only a browser on our own pages may send. Returns the refusal, or null. */
function refusePageRequest(
  request: IncomingMessage,
  { origin, path, actionIds }: { origin: string; path: string; actionIds: RequestListenerDeps["actionIds"] },
): ErrorResponse | null {
  if (path === "/_next/image") return notFound;
  if (isRead(request)) return null;
  if (request.method !== "POST") {
    return {
      status: 405,
      code: "method_not_allowed",
      message: "Use GET to read pages.",
      headers: { allow: "GET, HEAD, POST" },
    };
  }
  // Next compares Origin with X-Forwarded-Host if present; this check compares it with our own origin first.
  if (request.headers.origin !== origin) {
    return { status: 403, code: "forbidden", message: "This request must come from a page of this dashboard." };
  }
  const length = request.headers["content-length"];
  if (length === undefined) return { status: 411, code: "invalid_request", message: "Send a Content-Length header." };
  if (Number(length) > (path === uploadPath ? uploadBytes : actionBytes)) {
    return {
      status: 413,
      code: "payload_too_large",
      message: "The request is too large. Nothing was stored or changed.",
    };
  }
  const action = request.headers["next-action"];
  const known = action === undefined ? null : actionIds();
  if (known && !known.has(String(action))) return unknownAction;
  return null;
}

/** As Next answers, before it decodes the body: the page was loaded from another build. Its browser code knows the header. */
const unknownAction: ErrorResponse = {
  status: 404,
  code: "not_found",
  message: "This page is of another version. Nothing was sent or changed. Load the page again.",
  headers: { "x-nextjs-action-not-found": "1" },
};

/**
 * Creates the listener for health, the service and the pages. It fixes Host and origin before any other code sees them.
 */
export function createRequestListener(front: RequestListenerDeps): RequestListener {
  const secure = front.hosts.main.startsWith("https:");
  return (request, response) => {
    for (const [name, value] of getCommonHeaders(secure)) response.setHeader(name, value);
    // Node itself discards a body that nobody has started to read.
    if (!isRead(request)) response.once("finish", () => discardRequestBody(request));
    void handle(front, request, response).catch(() => {
      if (!response.headersSent)
        sendError(response, { status: 500, code: "internal_error", message: "Something went wrong." });
      else response.destroy();
    });
  };
}

/**
 * Reads and drops the rest of a request after its answer. Closing the connection would reset it: the sender would see
 * the reset instead of the answer, and a proxy's next request on it would fail. Node's `requestTimeout` limits the
 * duration.
 */
function discardRequestBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  // The former reader has stopped, and its listeners would hold up the rest.
  request.removeAllListeners("data");
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    // Nobody sends more by mistake: without an end this would be work for as long as the sender likes.
    if (bytes > discardBytesMax) request.destroy();
  });
  request.resume();
}

/** Answers `/metrics` for any host, like health: a collector calls each process by its own address. */
async function answerMetrics(
  front: RequestListenerDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const told = request.method === "GET" ? await front.metrics(request.headers.authorization) : null;
  if (!told) return sendError(response, notFound);
  response.writeHead(told.status, {
    "content-type": told.type,
    "cache-control": "no-store",
  });
  response.end(told.body);
}

/**
 * Returns true for the API, stored images, the private calendar feed, the client metadata that platforms fetch, and the
 * MCP server with its metadata and the sign-in of apps.
 */
function isServicePath(path: string): boolean {
  return /^\/(?:v1|mcp|calendar\.ics)$|^\/(?:v1|media|oauth)\/|^\/\.well-known\/oauth-/u.test(path);
}

/**
 * The redirect path of platforms, whose host may have to be a number (127.0.0.1) instead of a name: the listener then
 * redirects to our main origin.
 */
const backPath = "/channels/connected";

async function handle(front: RequestListenerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = getClientAddress(request, front.trustProxy);
  if (!front.trustProxy && request.headers["x-forwarded-for"] !== undefined) front.onUntrustedProxy?.();
  const forwardedHost = front.trustProxy ? request.headers["x-forwarded-host"] : undefined;
  const host = typeof forwardedHost === "string" ? forwardedHost : request.headers.host;
  removeUntrustedHeaders(request);
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const malformed = findRequestProblem(request, path);
  if (malformed !== null) return sendError(response, { status: 400, code: "invalid_request", message: malformed });

  if (path === "/healthz") return sendOk(response, { status: "alive" });
  if (path === "/readyz") {
    const why = await front.notReady();
    if (why === null) return sendOk(response, { status: "ready" });
    return sendError(response, { status: 503, code: "unavailable", message: why, headers: { "retry-after": "1" } });
  }

  if (path === "/metrics") return await answerMetrics(front, request, response);

  const origin = front.hosts.originOf(host);
  if (origin === null) {
    if (!isServicePath(path) && isRead(request) && /\btext\/html\b/iu.test(request.headers.accept ?? ""))
      return sendOtherAddressPage(request, response, front.hosts.main);
    const message = `This server accepts requests for ${front.hosts.main}. Set PUBLIC_URL to use another address.`;
    return sendError(response, { status: 421, code: "invalid_request", message });
  }
  if (!request.url?.startsWith("/")) return sendError(response, notFound);
  request.headers.host = origin.slice(origin.indexOf("//") + 2);
  setRequestHeader(request, "x-postwright-address", address);

  if (path === backPath && origin !== front.hosts.main) {
    response.writeHead(302, { location: `${front.hosts.main}${request.url}`, "cache-control": "no-store" });
    return void response.end();
  }

  const ofService = isServicePath(path);
  if (ofService && front.remote) return sendError(response, notFound);
  const listener = ofService ? front.service() : front.pages();
  if (!listener) {
    const why = (await front.notReady()) ?? "This process has no pages: it only publishes.";
    return sendError(response, { status: 503, code: "unavailable", message: why, headers: { "retry-after": "1" } });
  }
  if (ofService) return void listener(request, response);

  const { actionIds } = front;
  const refused =
    refusePageRequest(request, { origin, path, actionIds }) ?? (await refuseCaller(front, request, { address, path }));
  if (refused) return sendError(response, refused);
  const secure = origin.startsWith("https:");
  const nonce = createNonce();
  const policy = buildContentSecurityPolicy(nonce, {
    dev: front.dev,
    remote: front.remote,
    secure,
    media: front.hosts.main,
  });
  setRequestHeader(request, "content-security-policy", policy);
  setRequestHeader(request, "x-nonce", nonce);
  // The way back after sign-in: a server component does not know its own address.
  setRequestHeader(request, "x-postwright-path", request.url);
  response.setHeader("content-security-policy", policy);
  for (const [name, value] of getPageHeaders()) response.setHeader(name, value);
  if (isRead(request) && (await front.docs?.answer(path, request, response))) return;
  // With a slow service elsewhere the frame may come before the member's rank.
  if (!front.remote && isRead(request) && request.headers["rsc"]) sendRouterAnswerInOnePiece(response);
  listener(request, response);
}

const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/gu, (character) => htmlEntities[character] ?? character);

/** Leads a person who used another name of this server to the right one. The page loads nothing and runs nothing. */
function sendOtherAddressPage(request: IncomingMessage, response: ServerResponse, main: string): void {
  const target = escapeHtml(request.url?.startsWith("/") ? `${main}${request.url}` : main);
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Another address</title></head>
<body>
<main>
<h1>Postwright has another address</h1>
<p>Open it at <a href="${target}">${escapeHtml(main)}</a>.</p>
<p>To use this address, its operator sets PUBLIC_URL and starts it again.</p>
</main>
</body>
</html>
`;
  response.writeHead(421, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

function sendOk(response: ServerResponse, body: Record<string, string>): void {
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
