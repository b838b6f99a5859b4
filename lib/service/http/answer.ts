import { type ErrorCode, errorStatus } from "#lib/contract/errors";

/** What a request comes to, before it is a Response. `body` is JSON text, or null for none. */
export type Answer = { status: number; headers?: Record<string, string>; body: string | null };

/** The error envelope. `field` goes beyond the document and names the first field that is wrong. */
export function errorAnswer(
  code: ErrorCode,
  message: string,
  more: { field?: string | undefined; headers?: Record<string, string> } = {},
): Answer {
  const error = more.field === undefined ? { code, message } : { code, message, field: more.field };
  return { status: errorStatus[code], body: JSON.stringify({ error }), ...(more.headers && { headers: more.headers }) };
}

/** Adds what every answer carries: nothing of it may be kept by a cache or taken for another type. */
export function toResponse(answer: Answer, requestId: string, withBody: boolean): Response {
  const headers: Record<string, string> = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...answer.headers,
  };
  if (answer.body !== null) headers["content-type"] = "application/json";
  return new Response(withBody ? answer.body : null, { status: answer.status, headers });
}
