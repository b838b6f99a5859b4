import { hash } from "node:crypto";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { HttpResponse } from "#lib/service/http/http-response.ts";
import type { IdempotentResponse } from "#lib/service/idempotency/run-idempotently.ts";
import type { ParsedRequest } from "./parse-request.ts";

const printable = new RegExp(`^[\\x20-\\x7e]{1,${serverOnlyLimits.idempotencyKeyCharacters}}$`);

/**
 * Returns the `Idempotency-Key` of a request, or null. @throws Refusal `invalid_request` for a key that is too long or
 * has characters that are not allowed.
 */
export function getIdempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (!printable.test(key)) {
    throw new Refusal(
      "invalid_request",
      `Idempotency-Key must have 1 to ${serverOnlyLimits.idempotencyKeyCharacters} printable ASCII characters.`,
    );
  }
  return key;
}

/**
 * Returns the SHA-256 of path parameters, query and body, so that a key reused for another request is noticed. A
 * request with only a body is hashed by the body alone, as before, so that a repeat across an upgrade is still
 * recognized.
 */
export function hashRequest({ params, query, body }: ParsedRequest): Buffer {
  const isBodyAlone = query === undefined && Object.keys(params ?? {}).length === 0;
  return hash("sha256", JSON.stringify(isBodyAlone ? body : [params, query ?? null, body]), "buffer");
}

/** Adds a header to a response that repeats an earlier response. */
export function withReplayedHeader({ status, body, isReplay }: IdempotentResponse): HttpResponse {
  return isReplay ? { status, body, headers: { "idempotent-replayed": "true" } } : { status, body };
}
