/** Every error code of the service with its HTTP status. Zod-free: the browser imports it. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  confirmation_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  sending_paused: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  quota_exceeded: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Errors between the dashboard and the service before an answer can be read. */
export type TransportErrorCode =
  | "unreachable"
  | "lost"
  | "timed_out"
  | "unreadable"
  /** Another service does not know the names of the list's parameters that this dashboard sends. */
  | "list_parameters";

/**
 * An error as a person sees it. `code` is one of ours, or any code of a remote service. `message` is the service's own
 * sentence; `requestId` finds the log line; `retryAfterSeconds` comes with 429 and 503.
 */
export type Failure = {
  code: ErrorCode | TransportErrorCode | (string & {});
  message: string;
  status: number | null;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  /** The first invalid field in the service's answer, as a path such as `thread.2`. */
  field?: string | undefined;
  /** True if the request certainly never reached the service. */
  neverSent?: boolean | undefined;
  /** True for a request that only read. */
  isRead?: boolean | undefined;
};

export type Result<T> = { ok: T; error?: undefined } | { ok?: undefined; error: Failure };
