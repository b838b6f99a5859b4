import { PostwrightError } from "./postwright-error.ts";

/**
 * The effect of a second execution. `none`: a read. `same`: nothing more than the first one. `keyed`: nothing more if
 * the service keeps idempotency keys. `harm`: it would happen twice.
 */
export type RepeatEffect = "none" | "same" | "keyed" | "harm";

export type SendRequestOptions<T> = {
  url: string;
  /** Creates the request of one attempt: sending consumes a body. */
  createInit: () => RequestInit;
  read: (response: Response) => Promise<T>;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  effect: RepeatEffect;
  keepsKeys: () => Promise<boolean>;
  timeoutMs: number;
  retries: number;
  retryAfterMaxSeconds: number;
  signal: AbortSignal | undefined;
  idempotencyKey: string | undefined;
};

const pauseMs = { first: 500, most: 8_000 };

/**
 * Sends a request and repeats it where that is safe and may help: after 429 and while the connection can't be made
 * always, after 5xx and a lost answer only if a second execution changes nothing.
 * @throws PostwrightError; `mayHaveArrived` is true if any attempt may have been executed
 */
export async function sendRequest<T>(sending: SendRequestOptions<T>): Promise<T> {
  let mayHaveArrived = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(sending);
    } catch (error) {
      const failure = toFailure(error, sending);
      const isUncertain = sending.effect !== "none" && mayHaveBeenExecuted(failure);
      mayHaveArrived ||= isUncertain;
      const waitMs = getPause(failure, attempt, sending);
      if (attempt > sending.retries || waitMs === null) throw complete(failure, sending, mayHaveArrived);
      await pause(waitMs, sending.signal, () => complete(createAborted(sending), sending, mayHaveArrived));
      const isSafe = !isUncertain || sending.effect === "same" || (await sending.keepsKeys());
      if (!isSafe) throw complete(failure, sending, true);
    }
  }
}

/** Milliseconds until the next attempt; null if a repeat can't help or the service asks for too long a pause. */
function getPause(failure: PostwrightError, attempt: number, sending: SendRequestOptions<unknown>): number | null {
  if (!isTemporary(failure)) return null;
  if (sending.effect === "harm" && mayHaveBeenExecuted(failure)) return null;
  const seconds = failure.retryAfterSeconds;
  if (seconds !== undefined) return seconds > sending.retryAfterMaxSeconds ? null : seconds * 1000;
  const most = Math.min(pauseMs.most, pauseMs.first * 2 ** (attempt - 1));
  // Clients that failed together must not come back together.
  return most * (0.5 + Math.random() / 2);
}

/** True for errors that pass. A 409 with `Retry-After` says that the first attempt of this create is still running. */
function isTemporary({ code, status, retryAfterSeconds }: PostwrightError): boolean {
  if (status === null) return code !== "aborted";
  if (status === 409) return retryAfterSeconds !== undefined;
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505 && status !== 507);
}

/** True unless the service certainly did nothing: it refused, or the request never reached it. */
function mayHaveBeenExecuted({ code, status }: PostwrightError): boolean {
  if (status === null) return code !== "unreachable";
  return status >= 500 || status < 400 || status === 408;
}

async function sendOnce<T>(sending: SendRequestOptions<T>): Promise<T> {
  if (sending.signal?.aborted) throw createAborted(sending);
  // Not AbortSignal.any: it is missing in the first releases of Node 20.
  const controller = new AbortController();
  const stop = () => controller.abort(sending.signal?.reason);
  const timer = setTimeout(() => controller.abort(timedOut), sending.timeoutMs);
  sending.signal?.addEventListener("abort", stop, { once: true });
  try {
    // Redirects are never followed: one would carry the key to another address, or turn a write into a read.
    const init: RequestInit = { ...sending.createInit(), redirect: "manual", signal: controller.signal };
    return await sending.read(await sending.fetch(sending.url, init));
  } catch (error) {
    if (error instanceof PostwrightError) throw error;
    if (sending.signal?.aborted) throw createAborted(sending);
    if (controller.signal.aborted) {
      const message = `The service did not answer within ${sending.timeoutMs / 1000} s.`;
      throw new PostwrightError({ code: "timed_out", message, cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
    sending.signal?.removeEventListener("abort", stop);
  }
}

const timedOut = new Error("timed out");

/** Codes of Node, Deno and Bun for a connection that was never made. */
const noConnection =
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** True if the request can't have reached the service. `fetch` gives its reason as the cause; browsers give none. */
function wasNeverSent(error: unknown): boolean {
  const reasons = [error, error instanceof Error ? error.cause : undefined];
  // A name with several addresses fails with one error for each.
  const all = reasons.flatMap((one) => (one instanceof AggregateError ? [one, ...one.errors] : [one]));
  return all.some((one) => one instanceof Error && "code" in one && noConnection.test(String(one.code)));
}

function toFailure(error: unknown, sending: SendRequestOptions<unknown>): PostwrightError {
  if (error instanceof PostwrightError) return error;
  const host = new URL(sending.url).host;
  if (wasNeverSent(error)) {
    return new PostwrightError({ code: "unreachable", message: `${host} can't be reached.`, cause: error });
  }
  return new PostwrightError({
    code: "lost",
    message: `The connection to ${host} ended before it answered.`,
    cause: error,
  });
}

const createAborted = ({ signal }: SendRequestOptions<unknown>) =>
  new PostwrightError({ code: "aborted", message: "The call was canceled.", cause: signal?.reason });

/** Adds what the attempts together say to the last error. */
function complete(
  failure: PostwrightError,
  { idempotencyKey, effect }: SendRequestOptions<unknown>,
  mayHaveArrived: boolean,
): PostwrightError {
  const isRisky = mayHaveArrived && (effect === "keyed" || effect === "harm");
  const advice = isRisky ? " The request may have arrived. Check before you repeat it." : "";
  return new PostwrightError({
    code: failure.code,
    message: `${failure.message}${advice}`,
    status: failure.status,
    field: failure.field,
    requestId: failure.requestId,
    retryAfterSeconds: failure.retryAfterSeconds,
    mayHaveArrived,
    idempotencyKey,
    cause: failure.cause,
  });
}

function pause(ms: number, signal: AbortSignal | undefined, createError: () => PostwrightError): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(createError());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
