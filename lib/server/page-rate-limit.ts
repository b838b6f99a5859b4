import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { consumeAttempt, createAddressThrottle } from "#lib/address-throttle.ts";
import { type DashboardSession, unsealSession } from "#lib/cookie-seal.ts";

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
 * Limits requests to pages in this process. A request with the cookie of a session counts for that session, whatever its
 * seals; one without, or with a value that is no session or a session at its end, counts for its address. Build files do
 * not count.
 */
export function createPageRateLimit(secret: string, now = Date.now): PageRateLimit {
  const strangers = createAddressThrottle({ points: strangerPages, duration: 60 });
  const sessions = new RateLimiterMemory({ points: sessionPages, duration: 60 });
  /** By hash of the cookie: its session, and the time until which the seal counts as checked. */
  const checked = new Map<string, { session: string; untilMs: number }>();
  const findSession = async (value: string): Promise<string | null> => {
    const nowMs = now();
    const name = hash("sha256", value, "base64url");
    const known = checked.get(name);
    if (known && known.untilMs > nowMs) return known.session;
    const unsealed = await unsealSessionCookie(value, secret, nowMs);
    if (!unsealed) return null;
    const session = unsealed.sessionId ?? hash("sha256", unsealed.key, "base64url");
    if (checked.size >= checkedMax) checked.clear();
    checked.set(name, { session, untilMs: nowMs + checkedMs });
    return session;
  };
  return async (request, address) => {
    if (request.url?.startsWith("/_next/static/")) return null;
    const value = cookieName.exec(request.headers.cookie ?? "")?.[1];
    const session = value === undefined ? null : await findSession(value);
    return session === null ? await strangers.spend(address) : await consumeAttempt(sessions, session);
  };
}

async function unsealSessionCookie(cookie: string, secret: string, nowMs: number): Promise<DashboardSession | null> {
  try {
    return await unsealSession(decodeURIComponent(cookie), secret, nowMs);
  } catch {
    return null;
  }
}
