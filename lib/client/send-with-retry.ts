import type { Failure, Result } from "#lib/contract/errors.ts";

export type SendOptions<T> = {
  make: (signal: AbortSignal) => Request;
  fetch: (request: Request) => Promise<Response>;
  read: (response: Response) => Promise<Result<T>>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  triesMax: number;
  /** Whether doing it twice would do harm: then it counts whether the first try may have arrived. */
  isRisky: boolean;
};

const pauseMs = { usual: 200, most: 2000 };

/** Sends and reads, again where that is safe and may help. Never throws. */
export async function sendWithRetry<T>(sending: SendOptions<T>): Promise<Result<T>> {
  for (let tried = 1; ; tried += 1) {
    const result = await sendOnce(sending);
    const { error } = result;
    if (!error || tried >= sending.triesMax || !isRetryable(error) || sending.signal?.aborted) return result;
    const waitMs = error.retryAfterSeconds === undefined ? pauseMs.usual : error.retryAfterSeconds * 1000;
    if (waitMs > pauseMs.most) return result;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Away for a moment, or the first try of this very request is still being answered. */
function isRetryable(failure: Failure): boolean {
  if (failure.code === "unreachable" || failure.code === "timed_out" || failure.code === "unavailable") return true;
  return failure.code === "conflict" && failure.retryAfterSeconds !== undefined;
}

async function sendOnce<T>({ make, fetch, read, timeoutMs, signal, isRisky }: SendOptions<T>): Promise<Result<T>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    // Raced as well as passed on: a service in this process does not listen to the signal.
    return await orAborted(
      either,
      fetch(make(either)).then((response) => read(response)),
    );
  } catch (error) {
    if (signal?.aborted) return createTransportFailure("aborted", "The request was given up.");
    if (timeout.aborted) return createTransportFailure("timed_out", `No answer came within ${timeoutMs / 1000} s.`);
    if (wasNeverSent(error)) {
      return {
        error: { ...createTransportFailure("unreachable", "The service can't be reached.").error, neverSent: true },
      };
    }
    if (isRisky) return createTransportFailure("lost", "The connection was lost before the answer came.");
    return createTransportFailure("unreachable", "The service can't be reached.");
  }
}

/** Node's codes of a connection that never came about. */
const noConnection = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** True when the request can't have reached the service: `fetch` tells its reason as the cause. */
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
