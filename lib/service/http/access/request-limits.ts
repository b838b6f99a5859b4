import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { createAddressThrottle } from "#lib/address-throttle.ts";

const windowSeconds = 60;
/** Keys that did not work, per address and minute. A person mistypes a few; more is guessing. */
const wrongKeysPerMinute = 100;
/** Requests without a key to what needs none, per address and minute. */
const anonymousPerMinute = 300;

/** Where a caller stands in the current minute. */
export type RequestLimitStatus = { isOver: boolean; headers: Record<string, string> };

export type RequestLimits = {
  /**
   * Counts one request of a member: those of all their keys together, and apart from them those of the dashboard, so that
   * a script does not shut its author out.
   */
  spend: (memberId: string, from: "keys" | "dashboard") => Promise<RequestLimitStatus>;
  /** Counts one request that needs no key. @returns seconds to wait, or null. */
  spendAnonymous: (address: string) => Promise<number | null>;
  /** Seconds until an address that sent too many wrong keys may try again; null while it may. */
  lockedForSeconds: (address: string) => Promise<number | null>;
  countWrongKey: (address: string) => Promise<void>;
};

/** Limits kept in memory, per process. `perMinute` requests a member; a minute's worth may come at once; 0 is no limit. */
export function createRequestLimits(perMinute: number): RequestLimits {
  const members = perMinute > 0 ? new RateLimiterMemory({ points: perMinute, duration: windowSeconds }) : null;
  const wrongKeys = createAddressThrottle({ points: wrongKeysPerMinute, duration: windowSeconds });
  const anonymous = createAddressThrottle({ points: anonymousPerMinute, duration: windowSeconds });
  return {
    async spend(memberId, from) {
      if (!members) return { isOver: false, headers: {} };
      try {
        return toLimitStatus(await members.consume(`${memberId} ${from}`), perMinute, false);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return toLimitStatus(error, perMinute, true);
      }
    },
    spendAnonymous: async (address) => (perMinute > 0 ? await anonymous.spend(address) : null),
    lockedForSeconds: wrongKeys.getWait,
    async countWrongKey(address) {
      await wrongKeys.spend(address);
    },
  };
}

function toLimitStatus(state: RateLimiterRes, limit: number, isOver: boolean): RequestLimitStatus {
  const seconds = String(getSecondsLeft(state));
  const headers: Record<string, string> = {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(Math.max(0, state.remainingPoints)),
    "ratelimit-reset": seconds,
  };
  if (isOver) headers["retry-after"] = seconds;
  return { isOver, headers };
}

function getSecondsLeft(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
