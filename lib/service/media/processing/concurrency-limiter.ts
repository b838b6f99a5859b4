/** Lets `atOnce` pieces of work run together and the next ones wait in order, up to `waitingMax`. */
export type ConcurrencyLimiter = { take: <T>(work: () => Promise<T>) => Promise<T> };

/** Thrown instead of waiting when the queue is full. */
export class LimiterFullError extends Error {}

/** Makes a queue; the work itself is never interrupted. */
export function createConcurrencyLimiter({
  atOnce,
  waitingMax,
}: {
  atOnce: number;
  waitingMax: number;
}): ConcurrencyLimiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    take: async (work) => {
      if (running < atOnce) running += 1;
      else {
        if (waiting.length >= waitingMax) throw new LimiterFullError("too many are waiting");
        // The one who leaves hands the place over, so `running` stays as it is.
        await new Promise<void>((resume) => waiting.push(resume));
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
