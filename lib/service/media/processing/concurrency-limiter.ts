/** Runs at most `atOnce` tasks together and lets up to `waitingMax` wait in order. */
export type ConcurrencyLimiter = { take: <T>(work: () => Promise<T>) => Promise<T> };

/** Thrown in place of waiting when the queue is full. */
export class LimiterFullError extends Error {}

/** Creates a limiter; running tasks are never interrupted. */
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
        // The finished task passes its slot on, so `running` stays the same.
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
