import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { consumeAttempt, createAddressThrottle, toAttempts } from "#lib/address-throttle.ts";
import { type DashboardSession, unsealSession } from "#lib/cookie-seal.ts";

/** Pages a minute without a session, per address: an office that signs in at nine shares one address. */
const strangerPages = 300;
/** Pages, reads and actions a minute of one session: a person with several windows stays far below. */
const sessionPages = 1_200;
/** Lifetime of an entry in `checked`. */
const checkedMs = 10 * 60_000;
const checkedMax = 10_000;
/** The path of the dashboard's uploads. */
export const uploadPath = "/upload";
const cookieName = /(?:^|;\s*)(?:__Host-)?pw_session=([^;]+)/;

/** Bytes of an action's body that count like one page: the longest text is worth twelve. */
const bytesPerPage = 16_384;

/** The sender of a page request: `session` is null for a stranger. `waitSeconds` is null when the request may be answered now. */
export type PageCaller = { session: DashboardSession | null; waitSeconds: number | null };
/** Counts a page request of an address, whose body has `bytes`. */
export type PageRateLimit = (request: IncomingMessage, address: string, bytes?: number) => Promise<PageCaller>;

/**
 * Limits requests to pages in this process. A request with the cookie of a session counts for that session, whatever its
 * seals; one without, or with a value that is no session or a session at its end, counts for its address, and so do the
 * bytes of its body. Build files do not count, nor does anything with `isCounting` false.
 */
export function createPageRateLimit(
  secret: string,
  { now = Date.now, isCounting = true }: { now?: () => number; isCounting?: boolean } = {},
): PageRateLimit {
  const strangers = createAddressThrottle({ points: strangerPages, duration: 60 });
  const sessions = new RateLimiterMemory({ points: sessionPages, duration: 60 });
  /** By hash of the cookie: its session, and the time until which the seal counts as checked. */
  const checked = new Map<string, { session: DashboardSession; untilMs: number }>();
  const findSession = async (value: string): Promise<DashboardSession | null> => {
    const nowMs = now();
    const name = hash("sha256", value, "base64url");
    const known = checked.get(name);
    if (known && known.untilMs > nowMs) return known.session;
    const session = await unsealSessionCookie(value, secret, nowMs);
    if (!session) return null;
    if (checked.size >= checkedMax) checked.clear();
    checked.set(name, { session, untilMs: nowMs + checkedMs });
    return session;
  };
  return async (request, address, bytes = 0) => {
    if (request.url?.startsWith("/_next/static/")) return { session: null, waitSeconds: null };
    const value = cookieName.exec(request.headers.cookie ?? "")?.[1];
    const session = value === undefined ? null : await findSession(value);
    if (!isCounting) return { session, waitSeconds: null };
    if (session === null) return { session, waitSeconds: await strangers.spend(address, toAttempts(bytes)) };
    const name = session.sessionId ?? hash("sha256", session.key, "base64url");
    // The service charges an image by its own quota.
    const pages = request.url === uploadPath ? 1 : 1 + Math.floor(bytes / bytesPerPage);
    return { session, waitSeconds: await consumeAttempt(sessions, name, pages) };
  };
}

async function unsealSessionCookie(cookie: string, secret: string, nowMs: number): Promise<DashboardSession | null> {
  try {
    return await unsealSession(decodeURIComponent(cookie), secret, nowMs);
  } catch {
    return null;
  }
}
