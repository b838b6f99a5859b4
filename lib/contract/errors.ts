/** Every error code the service answers with, and its HTTP status. Zod-free: the browser imports it. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  confirmation_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  quota_exceeded: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What can go wrong between the dashboard and the service before an answer can be read. */
const transportErrorCodes = ["unreachable", "lost", "timed_out", "unreadable"] as const;
export type TransportErrorCode = (typeof transportErrorCodes)[number];

/**
 * What a person is shown. `code` is one of ours, or whatever a remote service sent.
 * `message` is the service's own sentence; `requestId` finds the log line; `retryAfterSeconds` comes with 429 and 503.
 */
export type Failure = {
  code: ErrorCode | TransportErrorCode | (string & {});
  message: string;
  status: number | null;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  /** The first field the service named, as a path such as `thread.2`. */
  field?: string | undefined;
  /** True when the request surely never reached the service. */
  neverSent?: boolean | undefined;
};

export type Result<T> = { ok: T; error?: undefined } | { ok?: undefined; error: Failure };

/** True for a code this build knows, so that its own sentence is used. */
export function isKnownErrorCode(code: string): code is ErrorCode | TransportErrorCode {
  return Object.hasOwn(errorStatus, code) || (transportErrorCodes as readonly string[]).includes(code);
}
