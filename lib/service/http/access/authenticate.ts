import type { ApiKeyCache } from "#lib/service/api-keys/api-key-cache.ts";
import { isApiKeyFormat } from "#lib/service/api-keys/api-key-token.ts";
import type { ApiKeyAudience } from "#lib/service/api-keys/find-api-key.ts";
import type { Actor, RequestVia } from "#lib/service/core/actor.ts";
import { isInIpRanges } from "#lib/service/core/ip-ranges.ts";
import { createErrorResponse, type HttpResponse } from "#lib/service/http/http-response.ts";
import type { RequestLimits } from "./request-limits.ts";

/** The client's address. Only `server.ts` sets this header; values from clients are removed. */
export const clientAddressHeader = "x-postwright-address";
/** Set by the dashboard's gateway: the key counts only while this session is open. */
export const sessionHeader = "x-postwright-session";
/**
 * The address of the browser that the dashboard acts for. Only the dashboard's gateway sets this header, in this
 * process.
 */
export const onBehalfHeader = "x-postwright-on-behalf";

/** Set to `mcp` by the MCP server in this process; like all our headers, it is removed from what clients send. */
export const viaHeader = "x-postwright-via";

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The caller, with headers that report the use of the per-minute limit; or the response that refuses the request. */
export type AuthenticationResult =
  | { actor: Actor; headers: Record<string, string>; refused?: undefined }
  | { refused: HttpResponse; wrongKeyFrom?: string };

/**
 * Finds out who sends a request. A missing, malformed, unknown, revoked or expired key, a key used from an address
 * outside its ranges and a closed session all get the same response. Writes check the key in the database each time;
 * reads use the cache until a notification reports a change. `route` is recorded as the last use of the key.
 */
export async function authenticate(
  request: Request,
  { isWrite, route }: { isWrite: boolean; route: string },
  keys: ApiKeyCache,
  limits: RequestLimits,
): Promise<AuthenticationResult> {
  const sent = getApiKeyFromHeaders(request.headers);
  const sessionId = request.headers.get(sessionHeader);
  // A request without an address comes from the dashboard in this process, which throttles sign-in itself.
  const address = request.headers.get(clientAddressHeader);
  const audience = getAudience(request.headers);
  const asked = { sessionId, audience, fresh: isWrite, route };
  const known = sent === null ? null : keys.recall(sent, asked);
  // A known key has the form of a key.
  const key = known !== null || (sent !== null && isApiKeyFormat(sent)) ? sent : null;
  if (known === null && address !== null) {
    const seconds = await limits.lockedForSeconds(address);
    if (seconds !== null)
      return { refused: createRateLimitResponse("Too many invalid API keys were sent from this address.", seconds) };
  }
  const isSession = sessionId === null || uuidForm.test(sessionId);
  const isCurrent = known !== null && !isWrite;
  const found = isCurrent ? known : key !== null && isSession ? await keys.find(key, asked) : null;
  const from = address ?? request.headers.get(onBehalfHeader);
  // A key that is bound to addresses is refused when the address is unknown: leaving a header out must not grant
  // access.
  const isFromHere = !found?.ranges || isInIpRanges(found.ranges, from);
  if (!found || !isFromHere) {
    const isWrong = request.headers.has("authorization") || request.headers.has("x-api-key");
    if (address !== null && isWrong) await limits.countWrongKey(address);
    const refused = createErrorResponse("unauthorized", "The API key is missing, invalid or revoked.", challenge);
    // From the dashboard only a sign-in by key counts as an attempt: a page of a signed-out visitor sends no key, and a
    // page of a closed session names that session.
    const isAttempt = address === null ? key !== null && sessionId === null : isWrong;
    return { refused, ...(isAttempt && from !== null && { wrongKeyFrom: from }) };
  }
  const { isOver, headers } = await limits.spend(found.actor.memberId, sessionId === null ? "keys" : "dashboard");
  if (!isOver) return { actor: { ...found.actor, address: from, via: getVia(audience, sessionId) }, headers };
  const message = "You sent too many requests in a minute. All your keys count together.";
  return { refused: createErrorResponse("rate_limited", message, { headers }) };
}

const getAudience = (headers: Headers): ApiKeyAudience => (headers.get(viaHeader) === "mcp" ? "mcp" : "api");

const getVia = (audience: ApiKeyAudience, sessionId: string | null): RequestVia =>
  sessionId === null ? audience : "dashboard";

/** Counts a request to an endpoint that needs no key. @returns the response that refuses the request, or null. */
export async function limitAnonymous(request: Request, limits: RequestLimits): Promise<HttpResponse | null> {
  const address = request.headers.get(clientAddressHeader);
  const seconds = address === null ? null : await limits.spendAnonymous(address);
  return seconds === null ? null : createRateLimitResponse("Too many requests were sent from this address.", seconds);
}

/**
 * Checks whether the caller of a stream that is still open has the same rights as at its start. Does not count as a
 * request.
 */
export async function isStillAuthenticated(request: Request, actor: Actor, keys: ApiKeyCache): Promise<boolean> {
  const key = getApiKeyFromHeaders(request.headers);
  const sessionId = request.headers.get(sessionHeader);
  const audience = getAudience(request.headers);
  if (key === null || !isApiKeyFormat(key)) return false;
  const found = await keys.find(key, { sessionId, audience, fresh: false, route: null });
  if (!found) return false;
  const now = found.actor;
  const isSame = now.memberId === actor.memberId && now.orgId === actor.orgId && now.role === actor.role;
  return isSame && now.scopes.symmetricDifference(actor.scopes).size === 0;
}

const challenge = { headers: { "www-authenticate": "Bearer" } };

/** Returns what the one header has as a key; null when there is none, or two that differ. */
function getApiKeyFromHeaders(headers: Headers): string | null {
  const authorization = headers.get("authorization");
  const plain = headers.get("x-api-key");
  const bearer = authorization === null ? null : getBearerToken(authorization);
  if (authorization !== null && bearer === null) return null;
  if (bearer !== null && plain !== null && bearer !== plain) return null;
  return bearer ?? plain;
}

function getBearerToken(authorization: string): string | null {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
}

function createRateLimitResponse(message: string, seconds: number): HttpResponse {
  return createErrorResponse("rate_limited", message, { headers: { "retry-after": String(seconds) } });
}
