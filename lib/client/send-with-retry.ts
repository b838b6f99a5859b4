import type { Failure, Result } from "#lib/contract/errors.ts";

export type SendWithRetryOptions<T> = {
  make: (signal: AbortSignal) => Request;
  fetch: (request: Request) => Promise<Response>;
  read: (response: Response) => Promise<Result<T>>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  triesMax: number;
  /** True for a request that changes nothing: it is tried again after any failure of the service. */
  isRead: boolean;
  /** True if a second execution would do harm: then a retry depends on whether the first attempt may have arrived. */
  isRisky: boolean;
};

const pauseMs = { usual: 200, most: 2000 };

/** Sends a request and parses the answer, with retries where they are safe and may help. Never throws. */
export async function sendWithRetry<T>(sending: SendWithRetryOptions<T>): Promise<Result<T>> {
  for (let tried = 1; ; tried += 1) {
    const result = await sendOnce(sending);
    const { error } = result;
    if (!error || tried >= sending.triesMax || !isRetryable(error, sending.isRead) || sending.signal?.aborted)
      return result;
    const waitMs = error.retryAfterSeconds === undefined ? pauseMs.usual : error.retryAfterSeconds * 1000;
    if (waitMs > pauseMs.most) return result;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Returns true if the service is briefly unavailable, or still answers the first attempt of this request. */
function isRetryable(failure: Failure, isRead: boolean): boolean {
  if (isRead && failure.status !== null && failure.status >= 500) return true;
  // A person waits for the page of a read, and a service that was silent for the whole limit is rarely back at once.
  if (failure.code === "timed_out") return !isRead;
  if (failure.code === "unreachable" || failure.code === "unavailable") return true;
  return failure.code === "conflict" && failure.retryAfterSeconds !== undefined;
}

async function sendOnce<T>({
  make,
  fetch,
  read,
  timeoutMs,
  signal,
  isRisky,
}: SendWithRetryOptions<T>): Promise<Result<T>> {
  // `AbortSignal.timeout` would also fire after the answer, and create an error and an event for each answered request.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException("The time is over.", "TimeoutError")), timeoutMs);
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    // The signal is raced as well as passed on, because a service in this process ignores it.
    return await orAborted(
      either,
      fetch(make(either)).then((response) => read(response)),
    );
  } catch (error) {
    if (signal?.aborted) return createTransportFailure("aborted", "The request was canceled.");
    if (limit.signal.aborted)
      return createTransportFailure("timed_out", `The service did not respond within ${timeoutMs / 1000} s.`);
    if (wasNeverSent(error)) {
      return {
        error: { ...createTransportFailure("unreachable", "The service can't be reached.").error, neverSent: true },
      };
    }
    if (isRisky) return createTransportFailure("lost", "The connection was lost before the service responded.");
    return createTransportFailure("unreachable", "The service can't be reached.");
  } finally {
    clearTimeout(timer);
  }
}

/** Node's error codes for a connection that was never established. */
const noConnection = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Returns true if the request can't have reached the service. `fetch` gives its reason as the cause. */
function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && noConnection.test(String(cause.code));
}

async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function createTransportFailure(code: Failure["code"], message: string): { error: Failure } {
  return { error: { code, message, status: null } };
}
