import type { Log } from "#lib/service/core/log.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { isDatabaseUnavailable } from "#lib/service/db/open-database.ts";
import { IdempotentRequestInProgress } from "#lib/service/idempotency/run-idempotently.ts";
import { createErrorResponse, type HttpResponse } from "./http-response.ts";

/** Turns a refusal into a response. */
export function toRefusalResponse(refusal: Refusal): HttpResponse {
  const isShort = refusal instanceof IdempotentRequestInProgress || refusal.code === "unavailable";
  const seconds = refusal.retryAfterSeconds ?? (isShort ? 1 : null);
  return createErrorResponse(refusal.code, refusal.message, {
    field: refusal.field,
    ...(seconds !== null && { headers: { "retry-after": String(seconds) } }),
  });
}

/** Turns an unexpected error into a response that reveals no internals; the log line has the details. */
export function toErrorResponse(error: unknown, requestId: string, log: Log): HttpResponse {
  if (error instanceof Refusal) return toRefusalResponse(error);
  if (isDatabaseUnavailable(error)) {
    log.error({ requestId, err: error }, "database unreachable");
    const message = "The service can't reach its database. Accepted requests are safe.";
    return createErrorResponse("unavailable", message, { headers: { "retry-after": "1" } });
  }
  log.error({ requestId, err: error }, "request failed");
  return createErrorResponse("internal_error", "Something went wrong on the server.");
}
