import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 60;
/** Keys that did not work, per address and minute. A person mistypes a few; more is guessing. */
const wrongKeysPerMinute = 100;

/** Where a caller stands in the current minute. */
export type Spent = { isOver: boolean; headers: Record<string, string> };

export type RequestLimits = {
  /** Counts one request of a key. */
  spend: (keyId: string) => Promise<Spent>;
  /** Seconds until an address that sent too many wrong keys may try again; null while it may. */
  lockedForSeconds: (address: string) => Promise<number | null>;
  countWrongKey: (address: string) => Promise<void>;
};

/** Limits kept in memory, per process. `perMinute` requests a key; a minute's worth may come at once; 0 is no limit. */
export function makeRequestLimits(perMinute: number): RequestLimits {
  const keys = perMinute > 0 ? new RateLimiterMemory({ points: perMinute, duration: windowSeconds }) : null;
  const addresses = new RateLimiterMemory({ points: wrongKeysPerMinute, duration: windowSeconds });
  return {
    async spend(keyId) {
      if (!keys) return { isOver: false, headers: {} };
      try {
        return spentOf(await keys.consume(keyId), perMinute, false);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return spentOf(error, perMinute, true);
      }
    },
    async lockedForSeconds(address) {
      const state = await addresses.get(address);
      return state && state.consumedPoints >= wrongKeysPerMinute ? secondsOf(state) : null;
    },
    async countWrongKey(address) {
      // Rejects once the limit is passed, which the next request is told.
      await addresses.consume(address).catch(() => undefined);
    },
  };
}

function spentOf(state: RateLimiterRes, limit: number, isOver: boolean): Spent {
  const seconds = String(secondsOf(state));
  const headers: Record<string, string> = {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(Math.max(0, state.remainingPoints)),
    "ratelimit-reset": seconds,
  };
  if (isOver) headers["retry-after"] = seconds;
  return { isOver, headers };
}

function secondsOf(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
