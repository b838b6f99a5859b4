import { createAddressThrottle, toAttempts } from "#lib/address-throttle.ts";
import { errorStatus } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { registerAppClient } from "#lib/service/auth/connected-apps/app-clients.ts";
import { redeemCode, refreshTokens, revokeToken } from "#lib/service/auth/connected-apps/app-tokens.ts";
import { isSameResource } from "#lib/service/auth/connected-apps/authorization-request.ts";
import { isSecureOrigin } from "#lib/service/auth/connected-apps/redirect-uri.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { clientAddressHeader } from "#lib/service/http/access/authenticate.ts";
import { toErrorResponse } from "#lib/service/http/error-response.ts";
import { type FairQueue, getStrangerName } from "#lib/service/http/fair-queue.ts";
import { createErrorResponse, type HttpResponse, toFetchResponse } from "#lib/service/http/http-response.ts";
import { parseJsonBody, readBody } from "#lib/service/http/request/read-json-body.ts";

/** The addresses that apps call; a person's browser opens `/authorize`, a page of the dashboard. */
export const oauthPaths = { token: "/oauth/token", register: "/oauth/register", revoke: "/oauth/revoke" } as const;

/** Registrations per address and hour. An app registers once for each server. */
const registrationsPerHour = 30;
/** Requests for tokens per address and minute. An app needs one an hour; a hosted one calls for many people. */
const tokenRequestsPerMinute = 300;
const hourSeconds = 3_600;
const minuteSeconds = 60;

type Deps = Pick<Context, "pool" | "clock" | "sealer" | "settings" | "readOutside" | "log"> & {
  /** The address of the MCP server. */
  resource: string;
  turns: FairQueue;
  /** Empties the key cache after this process ended a connection. */
  flushKeys: () => void;
};
/** An error in the form of RFC 6749, section 5.2. The texts have no quotes and no line breaks. */
type OauthError = { error: string; message: string };
type OauthAnswer = { ok: object } | OauthError;

const paths: readonly string[] = Object.values(oauthPaths);

/** Returns true for an address that an app calls to sign in. */
export function isOauthUrl(url: string): boolean {
  return url.includes("/oauth/") && paths.includes(new URL(url).pathname);
}

/**
 * Creates the handler of registration (RFC 7591), tokens (OAuth 2.1, section 3.2) and revocation (RFC 7009). They take no
 * cookie, so a page of another site gains nothing. The handler never throws.
 */
export function createOauthHandler(deps: Deps): (request: Request) => Promise<Response> {
  const { clock, log, settings } = deps;
  const registrations = createAddressThrottle({ points: registrationsPerHour, duration: hourSeconds });
  const requests = createAddressThrottle({ points: tokenRequestsPerMinute, duration: minuteSeconds });

  async function answer(request: Request, path: string): Promise<HttpResponse> {
    if (!isSecureOrigin(settings.origin)) return createErrorResponse("not_found", "There is nothing at this address.");
    if (request.method !== "POST") {
      const more = { headers: { allow: "POST" } };
      return createErrorResponse("method_not_allowed", "This address accepts POST.", more);
    }
    const address = request.headers.get(clientAddressHeader);
    const throttle = path === oauthPaths.register ? registrations : requests;
    const bytes = await readBody(request, { bytesMax: limits.strangerBytes });
    const seconds = address === null ? null : await throttle.spend(address, toAttempts(bytes.byteLength));
    if (seconds !== null) throw new Refusal("rate_limited", `Try again in ${seconds} s.`, undefined, seconds);
    const turn = await deps.turns.take(getStrangerName(address), "requests");
    try {
      return await answerInTurn(request, { path, bytes, address });
    } finally {
      turn.release();
    }
  }

  async function answerInTurn(request: Request, { path, bytes, address }: ReceivedRequest): Promise<HttpResponse> {
    if (path === oauthPaths.register) {
      const registered = await registerAppClient(deps, parseJsonBody(request, bytes));
      return "ok" in registered ? toJson(201, registered.ok) : toOauthError(registered);
    }
    const form = parseForm(request, bytes);
    if ("message" in form) return toOauthError(form);
    const done = path === oauthPaths.token ? await giveTokens(deps, form, address) : await revoke(deps, form, address);
    return "ok" in done ? toJson(200, done.ok) : toOauthError(done);
  }

  return async (request) => {
    const startedAt = performance.now();
    const requestId = clock.newId();
    const path = new URL(request.url).pathname;
    const response = await answer(request, path).catch((error: unknown) =>
      error instanceof Refusal ? toOauthRefusal(error) : toErrorResponse(error, requestId, log),
    );
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log.info({ requestId, method: request.method, route: path, status: response.status, ms }, "request");
    return toFetchResponse(response, requestId, request.method !== "HEAD");
  };
}

const toJson = (status: number, body: object): HttpResponse => ({ status, body: JSON.stringify(body) });
const toOauthError = ({ error, message }: OauthError): HttpResponse =>
  toJson(400, { error, error_description: message });

/** Too much and too often have statuses of their own; any other refusal is an error of RFC 6749, section 5.2. */
function toOauthRefusal({ code, message, retryAfterSeconds }: Refusal): HttpResponse {
  if (code === "rate_limited") {
    const answer = toJson(429, { error: "temporarily_unavailable", error_description: message });
    return { ...answer, headers: { "retry-after": String(retryAfterSeconds ?? 1) } };
  }
  const status = code === "payload_too_large" ? errorStatus[code] : 400;
  return toJson(status, { error: "invalid_request", error_description: message });
}

type ReceivedRequest = { path: string; bytes: Uint8Array; address: string | null };
type Form = { get: (name: string) => string | null; resources: readonly string[] };

/** Parses a form whose parameters each come once (RFC 6749, section 3.2); only `resource` may come again (RFC 8707). */
function parseForm(request: Request, bytes: Uint8Array): Form | OauthError {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return { error: "invalid_request", message: "Send a form, with Content-Type: application/x-www-form-urlencoded." };
  const fields = new URLSearchParams(new TextDecoder().decode(bytes));
  const names = [...fields.keys()].filter((name) => name !== "resource");
  if (new Set(names).size < names.length) return { error: "invalid_request", message: "A parameter comes twice." };
  return { get: (name) => fields.get(name), resources: fields.getAll("resource") };
}

const invalidGrant: OauthError = {
  error: "invalid_grant",
  message: "This code or token does not count, or counts no longer. Sign in again.",
};

async function giveTokens(deps: Deps, form: Form, address: string | null): Promise<OauthAnswer> {
  const clientId = form.get("client_id");
  if (clientId === null) return { error: "invalid_request", message: "Send client_id." };
  if (!form.resources.every((one) => isSameResource(one, deps.resource)))
    return { error: "invalid_target", message: `The only resource here is ${deps.resource}.` };
  const grant = form.get("grant_type");
  if (grant === "authorization_code") {
    const [code, verifier] = [form.get("code"), form.get("code_verifier") ?? ""];
    if (code === null) return { error: "invalid_request", message: "Send code." };
    const tokens = await redeemCode(deps, {
      code,
      clientId,
      redirectUri: form.get("redirect_uri"),
      verifier,
      address,
    });
    return flushIfRefused(deps, tokens);
  }
  if (grant === "refresh_token") {
    const refreshToken = form.get("refresh_token");
    if (refreshToken === null) return { error: "invalid_request", message: "Send refresh_token." };
    return flushIfRefused(deps, await refreshTokens(deps, { refreshToken, clientId, address }));
  }
  return { error: "unsupported_grant_type", message: "Use authorization_code or refresh_token." };
}

/** A refused request may have ended a connection; a trigger reports that to the other processes. */
function flushIfRefused({ flushKeys }: Deps, tokens: object | null): OauthAnswer {
  if (tokens) return { ok: tokens };
  flushKeys();
  return invalidGrant;
}

async function revoke(deps: Deps, form: Form, address: string | null): Promise<OauthAnswer> {
  const [token, clientId] = [form.get("token"), form.get("client_id")];
  if (token === null || clientId === null) return { error: "invalid_request", message: "Send token and client_id." };
  const isDone = await revokeToken(deps, { token, clientId, address });
  deps.flushKeys();
  return isDone ? { ok: {} } : { error: "invalid_client", message: "The token belongs to another app." };
}
