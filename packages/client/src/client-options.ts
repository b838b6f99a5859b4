/** The address of the service, the caller's key, and the limits of time and retries. */
export type PostwrightOptions = {
  /** Address of the API, such as `https://posts.example.org/v1`. Without `/v1` at its end, `/v1` is added. */
  url: string;
  /** An API key. It is sent as a bearer token to `url` alone: redirects are never followed. */
  key: string;
  /** Replaces the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Limit in milliseconds for one attempt, its answer included. Default: 30,000; 120,000 for uploads. */
  timeoutMs?: number;
  /** The most repeats of a request, where a repeat is safe. Default: 4. */
  retries?: number;
  /** The longest `Retry-After` in seconds that the client waits for. A longer one is an error. Default: 60. */
  retryAfterMaxSeconds?: number;
  /**
   * True if the service answers a repeated `Idempotency-Key` with its first answer. Only then is a create repeated after
   * an answer was lost. `"detect"` reads the service's own description (`/openapi.json`) when that matters first.
   * Default: `"detect"`.
   */
  keepsIdempotencyKeys?: boolean | "detect";
  /** The names of the three parameters of the list of posts, for a service that has other ones. */
  listParams?: { status: string; limit: string; offset: string };
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
};

/** Options of one call. */
export type CallOptions = {
  /** Ends the call, also while it waits for a repeat. */
  signal?: AbortSignal | undefined;
  /**
   * The same key with the same request creates nothing twice within 24 h. The client makes one for each create and uses
   * it for its repeats; give your own to make a create safe over restarts of your program.
   */
  idempotencyKey?: string | undefined;
  /** Overrides the client's timeout. */
  timeoutMs?: number | undefined;
};
