/** Returns the ms before the next attempt while the browser believes to be online. */
export function getRetryDelayMs(tries: number): number {
  return Math.min(30_000, 2_000 * 2 ** tries);
}

/**
 * Waits until another attempt makes sense: the connection is back, or a delay is over, because a browser may miss that
 * it is offline. Resolves at once when `signal` is aborted.
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
