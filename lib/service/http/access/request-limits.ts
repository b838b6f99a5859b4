import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { createAddressThrottle } from "#lib/address-throttle.ts";

const windowSeconds = 60;
/** Wrong keys per address and minute. A person mistypes a few; more is an attack. */
const wrongKeysPerMinute = 100;
/** Requests without a key per address and minute, to endpoints that need no key. */
const anonymousPerMinute = 300;

/** The state of a caller's limit in the current minute. */
export type RequestLimitStatus = { isOver: boolean; headers: Record<string, string> };

export type RequestLimits = {
  /**
   * Counts one request of a member. Requests by any of the member's API keys are counted together; requests from the
   * dashboard are counted separately, so that a script does not lock its author out of the dashboard.
   */
  spend: (memberId: string, from: "keys" | "dashboard") => Promise<RequestLimitStatus>;
  /** Counts one request that needs no key. @returns seconds to wait, or null. */
  spendAnonymous: (address: string) => Promise<number | null>;
  /** Returns the seconds until an address that sent too many wrong keys may try again; null if it may try now. */
  lockedForSeconds: (address: string) => Promise<number | null>;
  countWrongKey: (address: string) => Promise<void>;
};

/**
 * Creates request limits in memory, per process. A member may send `perMinute` requests, all at once if they like; 0
 * means no limit.
 */
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
