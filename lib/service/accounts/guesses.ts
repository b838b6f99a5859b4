import { hash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "#lib/service/refusal";
import { readEmail } from "./need-account.ts";

/** Wrong passwords, for an address and for an account. Of each process: with several, as many times. */
const perAddress = { points: 20, duration: 15 * 60 };
const perAccount = { points: 50, duration: 60 * 60 };
/** Letters with a link. */
const lettersPerAddress = { points: 10, duration: 60 * 60 };
const lettersPerAccount = { points: 3, duration: 60 * 60 };
const placesMax = 10_000;

/** Too many attempts; `retryAfterSeconds` says how long to wait. */
export class TooMany extends Refusal {
  readonly retryAfterSeconds: number;
  constructor(seconds: number) {
    const minutes = Math.ceil(seconds / 60);
    super("rate_limited", `Too many attempts did not work. Try again in ${minutes} min.`);
    this.retryAfterSeconds = seconds;
  }
}

export type Guesses = {
  /**
   * Counts an attempt before it is tried, so that a thousand at once count too. @throws TooMany
   * An account that strangers guess at waits for all but the addresses it was signed in from before: they can't lock its
   * owner out. An e-mail that nobody has is counted alike.
   */
  spend: (email: string, address: string) => Promise<void>;
  /** It was right: takes the count back and remembers the address. */
  wasRight: (email: string, address: string) => Promise<void>;
  /** Counts a letter that is asked for. False when there were enough. */
  maySend: (email: string, address: string) => Promise<boolean>;
};

export function makeGuesses(): Guesses {
  const [addresses, accounts] = [new RateLimiterMemory(perAddress), new RateLimiterMemory(perAccount)];
  const askers = new RateLimiterMemory(lettersPerAddress);
  const asked = new RateLimiterMemory(lettersPerAccount);
  const places = new Set<string>();
  const placeOf = (email: string, address: string) => `${nameOf(email)} ${address}`;
  return {
    async spend(email, address) {
      await consume(addresses, address);
      if (!places.has(placeOf(email, address))) await consume(accounts, nameOf(email));
    },
    async wasRight(email, address) {
      await addresses.reward(address, 1);
      const place = placeOf(email, address);
      if (places.has(place)) places.delete(place);
      else await accounts.reward(nameOf(email), 1);
      places.add(place);
      if (places.size > placesMax) places.delete(places.values().next().value ?? "");
    },
    async maySend(email, address) {
      try {
        await consume(askers, address);
        await consume(asked, nameOf(email));
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function consume(limiter: RateLimiterMemory, name: string): Promise<void> {
  try {
    await limiter.consume(name);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new TooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
  }
}

/** Of one length, whatever is typed. */
const nameOf = (email: string) => hash("sha256", readEmail(email.slice(0, 1_000)), "base64url");
