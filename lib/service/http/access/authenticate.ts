import type { ApiKeyCache } from "#lib/service/api-keys/api-key-cache.ts";
import { isApiKeyFormat } from "#lib/service/api-keys/api-key-token.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isInIpRanges } from "#lib/service/core/ip-ranges.ts";
import { createErrorResponse, type HttpResponse } from "#lib/service/http/http-response.ts";
import type { RequestLimits } from "./request-limits.ts";

/** Set by `server.ts` alone, which takes it from clients: where the request comes from. */
export const clientAddressHeader = "x-postwright-address";
/** Set by the dashboard's gateway: the key counts only while this session is open. */
export const sessionHeader = "x-postwright-session";
/** Set by the dashboard's gateway, in this process alone: the address of the browser it asks for. */
export const onBehalfHeader = "x-postwright-on-behalf";

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The caller with the headers that tell how much of the minute is spent; or the answer that refuses. */
export type AuthenticationResult =
  | { actor: Actor; headers: Record<string, string>; refused?: undefined }
  | { refused: HttpResponse; wrongKeyFrom?: string };

/**
 * Finds out who calls. One answer for a missing, malformed, unknown, revoked and ended key, for one used from an address
 * it is not meant for, and for a closed session. Writes ask the database each time; reads trust what is remembered until
 * a change is heard. `route` is what the key is noted to be used for.
 */
export async function authenticate(
  request: Request,
  { isWrite, route }: { isWrite: boolean; route: string },
  keys: ApiKeyCache,
  limits: RequestLimits,
): Promise<AuthenticationResult> {
  const key = getApiKeyFromHeaders(request.headers);
  const sessionId = request.headers.get(sessionHeader);
  // Without an address the caller is the dashboard in this process, which slows sign-in down itself.
  const address = request.headers.get(clientAddressHeader);
  const isGuess = key === null || !keys.knows(key, sessionId);
  if (isGuess && address !== null) {
    const seconds = await limits.lockedForSeconds(address);
    if (seconds !== null)
      return { refused: createRateLimitResponse("Too many wrong keys came from this address.", seconds) };
  }
  const isSession = sessionId === null || uuidForm.test(sessionId);
  const asked = { sessionId, fresh: isWrite, route };
  const found = key !== null && isSession ? await keys.find(key, asked) : null;
  const from = address ?? request.headers.get(onBehalfHeader);
  // A key that is bound to addresses and comes from none that is known is refused: nothing opens by leaving a header out.
  const isFromHere = !found?.ranges || isInIpRanges(found.ranges, from);
  if (!found || !isFromHere) {
    const isWrong = request.headers.has("authorization") || request.headers.has("x-api-key");
    if (address !== null && isWrong) await limits.countWrongKey(address);
    const refused = createErrorResponse("unauthorized", "The API key is missing, invalid or revoked.", challenge);
    // Of the dashboard only a sign-in by key counts: a page of who is signed out names no key, one of a closed session does.
    const isAttempt = address === null ? key !== null && sessionId === null : isWrong;
    return { refused, ...(isAttempt && from !== null && { wrongKeyFrom: from }) };
  }
  const { isOver, headers } = await limits.spend(found.actor.memberId, sessionId === null ? "keys" : "dashboard");
  if (!isOver) return { actor: { ...found.actor, address: from }, headers };
  const message = "You made too many requests in a minute, counting all your keys.";
  return { refused: createErrorResponse("rate_limited", message, { headers }) };
}

/** Counts a request to what needs no key. @returns an answer that refuses it, or null. */
export async function limitAnonymous(request: Request, limits: RequestLimits): Promise<HttpResponse | null> {
  const address = request.headers.get(clientAddressHeader);
  const seconds = address === null ? null : await limits.spendAnonymous(address);
  return seconds === null ? null : createRateLimitResponse("Too many requests came from this address.", seconds);
}

/** Whether the caller of a request that is still being answered may do now what it might when it came. Spends nothing. */
export async function isStillAuthenticated(request: Request, actor: Actor, keys: ApiKeyCache): Promise<boolean> {
  const key = getApiKeyFromHeaders(request.headers);
  const sessionId = request.headers.get(sessionHeader);
  const found = key === null ? null : await keys.find(key, { sessionId, fresh: false, route: null });
  if (!found) return false;
  const now = found.actor;
  const isSame = now.memberId === actor.memberId && now.orgId === actor.orgId && now.role === actor.role;
  return isSame && now.scopes.symmetricDifference(actor.scopes).size === 0;
}

const challenge = { headers: { "www-authenticate": "Bearer" } };

/** The key of the one header it was sent in; null when there is none, or two that differ. */
function getApiKeyFromHeaders(headers: Headers): string | null {
  const authorization = headers.get("authorization");
  const plain = headers.get("x-api-key");
  const bearer = authorization === null ? null : getBearerToken(authorization);
  if (authorization !== null && bearer === null) return null;
  if (bearer !== null && plain !== null && bearer !== plain) return null;
  const key = bearer ?? plain;
  return key !== null && isApiKeyFormat(key) ? key : null;
}

function getBearerToken(authorization: string): string | null {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
}

function createRateLimitResponse(message: string, seconds: number): HttpResponse {
  return createErrorResponse("rate_limited", message, { headers: { "retry-after": String(seconds) } });
}
