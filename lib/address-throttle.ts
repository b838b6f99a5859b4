import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** One machine usually has a whole /64 and can send from any address in it; one customer often has a whole /48. */
const hostBits = 64;
const siteBits = 48;
/** Attempts allowed for a /48 for each one of a /64. */
export const siteLimitFactor = 8;

/**
 * Returns the key for counting attempts from an address: an IPv4 address in full, even if written as IPv6; an IPv6
 * address cut to its /64. A port after the address, which some proxies add, is ignored. Text that is no address is its
 * own key.
 */
export function getThrottleKey(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return address.slice(0, 100);
  return parsed.kind() === "ipv4" ? parsed.toString() : cut(parsed as ipaddr.IPv6, hostBits);
}

/** Returns the /48 of an IPv6 address, which is counted with a higher limit; null for any other address. */
export function getThrottleSite(address: string): string | null {
  const parsed = parseAddress(address);
  return parsed?.kind() === "ipv6" ? cut(parsed as ipaddr.IPv6, siteBits) : null;
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function cut(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, at) => (at < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** Counts attempts by address in this process's memory. Both functions return seconds to wait, or null for no wait. */
export type AddressThrottle = {
  /** Counts one attempt, or as many as its work is worth. */
  spend: (address: string, attempts?: number) => Promise<number | null>;
  /** Returns the wait without counting an attempt. */
  getWait: (address: string) => Promise<number | null>;
};

/**
 * Creates a throttle with `points` attempts in `duration` seconds for one host; a site has `siteLimitFactor` times as
 * many.
 */
export function createAddressThrottle({ points, duration }: { points: number; duration: number }): AddressThrottle {
  const hosts = new RateLimiterMemory({ points, duration });
  const sites = new RateLimiterMemory({ points: points * siteLimitFactor, duration });
  const limitsOf = (address: string) => {
    const site = getThrottleSite(address);
    const host = { limiter: hosts, key: getThrottleKey(address) };
    return site === null ? [host] : [host, { limiter: sites, key: site }];
  };
  const longest = (waits: (number | null)[]) =>
    waits.reduce((one, other) => Math.max(one ?? 0, other ?? 0) || null, null);
  return {
    async spend(address, attempts = 1) {
      const spent = limitsOf(address).map(({ limiter, key }) => consumeAttempt(limiter, key, attempts));
      return longest(await Promise.all(spent));
    },
    async getWait(address) {
      const states = limitsOf(address).map(async ({ limiter, key }) => {
        const state = await limiter.get(key);
        return state && state.consumedPoints >= limiter.points ? getWaitSeconds(state) : null;
      });
      return longest(await Promise.all(states));
    },
  };
}

/** Bytes of a stranger's body that count like one request: a form to sign in has fewer. */
const bytesPerAttempt = 4_096;

/** Returns how many requests a stranger's body is worth, itself included. */
export const toAttempts = (bytes: number): number => 1 + Math.floor(bytes / bytesPerAttempt);

/**
 * Counts attempts under a name.
 * @returns seconds to wait after too many attempts, otherwise null
 */
export async function consumeAttempt(limiter: RateLimiterMemory, name: string, attempts = 1): Promise<number | null> {
  try {
    await limiter.consume(name, attempts);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return getWaitSeconds(error);
  }
}

function getWaitSeconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
}
