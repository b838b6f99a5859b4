import type { McpServer } from "@modelcontextprotocol/server";
import { createClient } from "#lib/client/create-client.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { Identity } from "#lib/contract/types.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { clientAddressHeader, viaHeader } from "#lib/service/http/access/authenticate.ts";
import { toErrorResponse } from "#lib/service/http/error-response.ts";
import { type FairQueue, type FairQueueTurn, getMemberName } from "#lib/service/http/fair-queue.ts";
import { createErrorResponse, type HttpResponse } from "#lib/service/http/http-response.ts";
import { getResourceMetadataUrl, mcpPath } from "#lib/service/http/public/oauth-metadata.ts";
import { parseJsonBody, readBody } from "#lib/service/http/request/read-json-body.ts";
import type { ToolDeps } from "./mcp-tool.ts";

/** An assistant waits about a minute for an answer. */
const callTimeoutMs = 50_000;

type McpContext = Pick<Context, "clock" | "log" | "settings" | "readOutside">;
type McpDeps = {
  context: McpContext;
  /** The handler of `/v1` in this process. */
  service: (request: Request) => Promise<Response>;
  turns: FairQueue;
};
type CallerHeaders = { credential: Record<string, string>; key: string };
/** A caller whose key `/v1` accepts. `headers` report the use of the per-minute limit. */
type Caller = CallerHeaders & { identity: Identity; headers: Record<string, string> };

/** Returns true for the URL of the MCP server. */
export function isMcpUrl(url: string): boolean {
  return url.includes(mcpPath) && new URL(url).pathname === mcpPath;
}

/**
 * Creates the handler of `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions, one JSON answer for
 * each POST. Each tool calls `/v1` in this process with the caller's own credential, so that keys, scopes, roles,
 * limits, idempotency and the audit log are those of `/v1`. The handler never throws.
 */
export function createMcpEndpoint(deps: McpDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    const { clock, log } = deps.context;
    const startedAt = performance.now();
    const requestId = clock.newId();
    const about: { method: string | null } = { method: null };
    const response = await answer(deps, request, about).catch((error: unknown) =>
      toProtocolError(toErrorResponse(error, requestId, log)),
    );
    response.headers.set("x-request-id", requestId);
    response.headers.set("cache-control", "no-store");
    response.headers.set("x-content-type-options", "nosniff");
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log.info(
      { requestId, method: request.method, route: mcpPath, message: about.method, status: response.status, ms },
      "request",
    );
    return response;
  };
}

async function answer(deps: McpDeps, request: Request, about: { method: string | null }): Promise<Response> {
  if (request.method !== "POST") {
    const message = "This address accepts POST. It keeps no sessions and opens no streams.";
    return toProtocolError(createErrorResponse("method_not_allowed", message, { headers: { allow: "POST" } }));
  }
  if (!isOwnOrigin(request, deps.context.settings.origin)) {
    return toProtocolError(createErrorResponse("forbidden", "A page of another site must not call this address."));
  }
  const caller = await identify(deps, request);
  if (caller instanceof Response) return caller;
  const bytes = await readBody(request);
  const turn = await deps.turns.take(getMemberName(caller.identity.membership.id, "keys"), "messages");
  try {
    return await answerInTurn(deps, request, about, { caller, bytes, turn });
  } finally {
    turn.release();
  }
}

type ReceivedMessage = { caller: Caller; bytes: Uint8Array; turn: FairQueueTurn };

/** Decodes, checks and answers a message. The turn's work ends with the first call of `/v1`, which has its own. */
async function answerInTurn(
  deps: McpDeps,
  request: Request,
  about: { method: string | null },
  { caller, bytes, turn }: ReceivedMessage,
): Promise<Response> {
  const body = parseJsonBody(request, bytes);
  if (body === undefined) throw new Refusal("invalid_request", "Send one JSON-RPC message as the body.");
  about.method = describeMessage(body);
  // Loaded with the first request, so that start and memory don't grow where nobody uses them.
  const [sdk, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("./mcp-server.ts"),
  ]);
  const createServer = () =>
    createMcpServer(sdk, caller.identity.scopes, () => createToolDeps(deps, request, caller, turn));
  const response = (await sdk.isLegacyRequest(request, body))
    ? await answerLegacy(sdk, createServer, request, body)
    : await sdk
        .createMcpHandler(createServer, { legacy: "reject", maxSubscriptions: 0 })
        .fetch(request, { parsedBody: body });
  for (const [name, value] of Object.entries(caller.headers)) response.headers.set(name, value);
  return response;
}

/** Answers a client of the protocol before 2026-07-28, also as JSON: the SDK's own fallback would open a stream. */
async function answerLegacy(
  sdk: typeof import("@modelcontextprotocol/server"),
  createServer: () => McpServer,
  request: Request,
  body: unknown,
): Promise<Response> {
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer();
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

/**
 * Returns false for a page of another site. A browser sends `Origin`; programs send none. `Host` has been checked
 * before, so a page that rebinds its own name to this server's address is refused there or here.
 */
function isOwnOrigin(request: Request, main: string): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === main || origin === new URL(request.url).origin;
}

/** Asks `/v1` who the caller is. @returns the caller, or the response that refuses the request. */
async function identify({ service, context }: McpDeps, request: Request): Promise<Caller | Response> {
  const { credential, key } = getCallerHeaders(request);
  // Access tokens of connected apps count here and nowhere else.
  const asked = { headers: { ...credential, [viaHeader]: "mcp" } };
  const told = await service(new Request(`${context.settings.origin}/v1/me`, asked));
  const headers: Record<string, string> = {};
  for (const [name, value] of told.headers) if (/^(ratelimit-|retry-after$)/.test(name)) headers[name] = value;
  const body = (await told.json()) as { data: Identity; error: { code: ErrorCode; message: string } };
  if (told.ok) return { credential, key, identity: body.data, headers };
  if (told.status === 401) {
    const url = getResourceMetadataUrl(context.settings.origin);
    headers["www-authenticate"] = `Bearer resource_metadata="${url}"`;
  }
  return toProtocolError(createErrorResponse(body.error.code, body.error.message, { headers }));
}

/** Returns the headers that prove who the caller is, and the key itself, which counts only after `/v1` accepted both. */
function getCallerHeaders({ headers }: Request): CallerHeaders {
  const credential: Record<string, string> = {};
  for (const name of ["authorization", "x-api-key", clientAddressHeader]) {
    const value = headers.get(name);
    if (value !== null) credential[name] = value;
  }
  const key = credential["authorization"]?.replace(/^\S+ +/, "") ?? credential["x-api-key"] ?? "";
  return { credential, key };
}

function createToolDeps(
  { context, service }: McpDeps,
  request: Request,
  { key, identity }: Caller,
  turn: FairQueueTurn,
): ToolDeps {
  const address = request.headers.get(clientAddressHeader);
  let isReplay = false;
  const client = createClient({
    baseUrl: `${context.settings.origin}/v1`,
    key,
    fetch: async (call) => {
      turn.endWork();
      const response = await service(call);
      isReplay = response.headers.get("idempotent-replayed") === "true";
      return response;
    },
    timeoutMs: callTimeoutMs,
    keepsRepeats: true,
    headers: { [viaHeader]: "mcp", ...(address !== null && { [clientAddressHeader]: address }) },
  });
  return {
    client,
    isReplay: () => isReplay,
    identity,
    readOutside: context.readOutside,
    now: () => context.clock.now(),
  };
}

/** JSON-RPC's code for a message that is not valid, and the first of those that a server may define. */
const protocolCodes = { invalid: -32_600, refused: -32_000 };

/** Turns an error response of `/v1` into a JSON-RPC error, which every MCP client can show. */
function toProtocolError({ status, body, headers }: HttpResponse): Response {
  const { error } = JSON.parse(String(body)) as { error: { code: string; message: string } };
  const code = status === 400 ? protocolCodes.invalid : protocolCodes.refused;
  const message = { jsonrpc: "2.0", id: null, error: { code, message: error.message, data: { code: error.code } } };
  return Response.json(message, { status, headers: headers ?? {} });
}

/** Names the message for the log: the method, and for a call the tool. Texts of a caller are cut. */
function describeMessage(body: unknown): string | null {
  if (Array.isArray(body)) return `${body.length} messages`;
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  if (typeof method !== "string") return null;
  const name = method === "tools/call" && typeof params?.name === "string" ? ` ${params.name}` : "";
  return `${method}${name}`.slice(0, 100);
}
