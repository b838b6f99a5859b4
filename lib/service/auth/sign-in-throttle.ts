import { hash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { getThrottleKey, getThrottleSite, siteLimitFactor } from "#lib/address-throttle.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { normalizeEmail } from "./accounts.ts";

/** The most wrong passwords, for an address and for an account. The database counts for all processes together. */
const perAddress = { points: 20, duration: 15 * 60 };
const perAccount = { points: 50, duration: 60 * 60 };
/** The limit for all addresses of a /48, which one customer of a provider may have. */
const perNetwork = { ...perAddress, points: perAddress.points * siteLimitFactor };
/**
 * The most wrong codes after a right password: with 20 a day, guessing one of a million codes, of which three are
 * valid, takes 45 years.
 */
const perSecondStep = { points: 20, duration: 24 * 60 * 60 };
/** An address from which somebody signed in before: one hash of e-mail and address, which reveals neither. */
const knownLocation = { points: 1, duration: 90 * 86_400 };

/** The refusal of too many attempts; `retryAfterSeconds` says how long to wait. */
export class TooManyAttempts extends Refusal {
  constructor(seconds: number) {
    const minutes = Math.ceil(seconds / 60);
    super("rate_limited", `Too many failed attempts. Try again in ${minutes} min.`, undefined, seconds);
  }
}

export type SignInThrottle = {
  /**
   * Counts an attempt before the check, so that a thousand at once count too. @throws TooManyAttempts An account under
   * attack, and an address with attacks on others, refuse all but those who signed in from that address before: each
   * known pair of e-mail and address has a count of its own, so that neither strangers nor colleagues behind the same
   * address can lock somebody out. An unknown e-mail is counted alike.
   */
  spend: (email: string, address: string) => Promise<void>;
  /** Takes the count of a successful attempt back and remembers the address. */
  wasRight: (email: string, address: string) => Promise<void>;
  /**
   * Counts an attempt with a code. Each address with an earlier sign-in has a count of its own and all others share
   * one, so that strangers can't lock the owner out. @throws TooManyAttempts
   */
  spendCode: (email: string, address: string) => Promise<void>;
  codeWasRight: (email: string, address: string) => Promise<void>;
};

export function createSignInThrottle(pool: pg.Pool): SignInThrottle {
  const addresses = createLimiter(pool, "address", perAddress);
  const sites = createLimiter(pool, "site", perNetwork);
  const accounts = createLimiter(pool, "account", perAccount);
  const pairs = createLimiter(pool, "pair", perAddress);
  const locations = createLimiter(pool, "place", knownLocation);
  const codes = createLimiter(pool, "code", perSecondStep);
  const codeNameOf = async (email: string, address: string) => {
    const location = hashKnownLocation(email, address);
    return (await isKnown(location)) ? location : hashEmail(email);
  };
  const isKnown = async (location: string) => (await locations.get(location)) !== null;
  const spendAddress = async (address: string) => {
    const site = getThrottleSite(address);
    await consume(addresses, getThrottleKey(address));
    if (site !== null) await consume(sites, site);
  };
  const rewardAddress = async (address: string) => {
    const site = getThrottleSite(address);
    await addresses.reward(getThrottleKey(address), 1);
    if (site !== null) await sites.reward(site, 1);
  };
  return {
    async spend(email, address) {
      const location = hashKnownLocation(email, address);
      if (await isKnown(location)) return await consume(pairs, location);
      await spendAddress(address);
      await consume(accounts, hashEmail(email));
    },
    async wasRight(email, address) {
      const location = hashKnownLocation(email, address);
      if (await isKnown(location)) await pairs.reward(location, 1);
      else {
        await rewardAddress(address);
        await accounts.reward(hashEmail(email), 1);
      }
      await locations.set(location, 1, knownLocation.duration);
    },
    async spendCode(email, address) {
      if (!(await isKnown(hashKnownLocation(email, address)))) await spendAddress(address);
      await consume(codes, await codeNameOf(email, address));
    },
    async codeWasRight(email, address) {
      if (!(await isKnown(hashKnownLocation(email, address)))) await rewardAddress(address);
      await codes.reward(await codeNameOf(email, address), 1);
    },
  };
}

/** Removes expired counts. */
export async function removeExpiredAttempts(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from sign_in_guesses where expire < $1", [now.getTime()]);
}

function createLimiter(pool: pg.Pool, keyPrefix: string, { points, duration }: { points: number; duration: number }) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "sign_in_guesses",
    tableCreated: true,
    // The service's sweep removes expired rows; the package's own timer would outlive the pool.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
    // After the first refusal, further refusals come from memory: a flood of attempts writes no more rows.
    inMemoryBlockOnConsumed: points + 1,
  });
}

async function consume(limiter: RateLimiterPostgres, name: string): Promise<void> {
  try {
    await limiter.consume(name);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new TooManyAttempts(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
  }
}

const hashKnownLocation = (email: string, address: string) =>
  hash("sha256", `${hashEmail(email)} ${address}`, "base64url");

/** Hashes an e-mail to a fixed length, whatever is typed. */
const hashEmail = (email: string) => hash("sha256", normalizeEmail(email.slice(0, 1_000)), "base64url");
