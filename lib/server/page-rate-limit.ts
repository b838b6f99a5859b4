import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { unsealData } from "iron-session";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { consumeAttempt, createAddressThrottle } from "#lib/address-throttle.ts";

/** Pages a minute without a session, per address: an office that signs in at nine shares one address. */
const strangerPages = 300;
/** Pages, reads and actions a minute of one session: a person with several windows stays far below. */
const sessionPages = 1_200;
/** Lifetime of an entry in `checked`. */
const checkedMs = 10 * 60_000;
const checkedMax = 10_000;
const cookieName = /(?:^|;\s*)(?:__Host-)?pw_session=([^;]+)/;

/** Returns the seconds that a page request has to wait, or null. */
export type PageRateLimit = (request: IncomingMessage, address: string) => Promise<number | null>;

/**
 * Limits requests to pages in this process. A request with a session cookie counts for that session; one without, or
 * with a cookie that `secret` did not seal, counts for its address. Build files do not count.
 */
export function createPageRateLimit(secret: string): PageRateLimit {
  const strangers = createAddressThrottle({ points: strangerPages, duration: 60 });
  const sessions = new RateLimiterMemory({ points: sessionPages, duration: 60 });
  /** By hash of the cookie: the time until which its seal counts as checked. */
  const checked = new Map<string, number>();
  const isSealed = async (value: string, name: string) => {
    if ((checked.get(name) ?? 0) > performance.now()) return true;
    if (!(await isSealedBy(secret, value))) return false;
    if (checked.size >= checkedMax) checked.clear();
    checked.set(name, performance.now() + checkedMs);
    return true;
  };
  return async (request, address) => {
    if (request.url?.startsWith("/_next/static/")) return null;
    const value = cookieName.exec(request.headers.cookie ?? "")?.[1];
    if (value !== undefined) {
      const name = hash("sha256", value, "base64url");
      if (await isSealed(value, name)) return await consumeAttempt(sessions, name);
    }
    return await strangers.spend(address);
  };
}

async function isSealedBy(secret: string, cookie: string): Promise<boolean> {
  try {
    const data = await unsealData<object>(decodeURIComponent(cookie), { password: secret, ttl: 0 });
    return Object.keys(data).length > 0;
  } catch {
    return false;
  }
}
