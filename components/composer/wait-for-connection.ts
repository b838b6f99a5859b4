/** Ms to wait before what could not be reached is asked again, while the browser believes to be online. */
export function getRetryDelayMs(tries: number): number {
  return Math.min(30_000, 2_000 * 2 ** tries);
}

/**
 * Until it is worth asking again: the connection is back, or, where the browser has not noticed that it is gone, after a
 * while. Ends at once when `signal` is aborted.
 */
export function waitForConnection(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(() => (navigator.onLine ? done() : undefined), getRetryDelayMs(tries));
    addEventListener("online", done);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
