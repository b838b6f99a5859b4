import { hkdfSync } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import * as z from "zod";

/** The purpose of a sealed cookie. A value sealed for one purpose is never read for another. */
export type CookiePurpose = "session" | "flash message" | "second step";

type SealOptions = { secret: string; purpose: CookiePurpose; ttlSeconds: number };

/**
 * Returns the passwords of a purpose by their ids, which a seal names; the highest id seals. Id 1 is SECRET itself, which
 * sealed every cookie before each purpose had a key of its own. It opens sessions only, so that the upgrade signs nobody
 * out, and the seals of other cookies from then are no sessions: those have other fields.
 */
function getPasswords(secret: string, purpose: CookiePurpose): Record<string, string> {
  const own = Buffer.from(hkdfSync("sha256", secret, "", `postwright: cookie, ${purpose}`, 32)).toString("base64url");
  return purpose === "session" ? { "1": secret, "2": own } : { "2": own };
}

/** Encrypts and signs a cookie's value. */
export async function sealCookie(data: object, { secret, purpose, ttlSeconds }: SealOptions): Promise<string> {
  return await sealData(data, { password: getPasswords(secret, purpose), ttl: ttlSeconds });
}

/** Returns what was sealed for this purpose; null for a value that is forged, changed, too old or of another form. */
export async function unsealCookie<T>(
  value: string,
  schema: z.ZodType<T>,
  { secret, purpose, ttlSeconds }: SealOptions,
): Promise<T | null> {
  const data = await unsealData(value, { password: getPasswords(secret, purpose), ttl: ttlSeconds });
  const read = schema.safeParse(data);
  return read.success ? read.data : null;
}

const daySeconds = 24 * 60 * 60;
/** An unused session ends after this. */
export const sessionIdleSeconds = 7 * daySeconds;
/** A session ends after this, even in use. */
export const sessionMaxSeconds = 30 * daySeconds;
/** A seal older than this is renewed when its session is used, so that a used session stays open. */
const renewSeconds = daySeconds;

const Sealed = z.object({
  key: z.string().min(1),
  sessionId: z.string().nullable(),
  openedAtMs: z.number(),
  sealedAtMs: z.number(),
});

/** The signed-in session. `key` is the member's API key; `sessionId` names the row that signing out closes. */
export type DashboardSession = z.output<typeof Sealed>;

const getSessionSealOptions = (secret: string): SealOptions => ({
  secret,
  purpose: "session",
  ttlSeconds: sessionIdleSeconds,
});

/** Encrypts and signs the session as a cookie value. */
export async function sealSession(session: DashboardSession, secret: string): Promise<string> {
  return await sealCookie(session, getSessionSealOptions(secret));
}

/**
 * Returns the session of a cookie value; null if the value is forged, changed, sealed with another secret or for another
 * purpose, or too old.
 */
export async function unsealSession(value: string, secret: string, nowMs: number): Promise<DashboardSession | null> {
  const session = await unsealCookie(value, Sealed, getSessionSealOptions(secret));
  if (!session || nowMs - session.sealedAtMs > sessionIdleSeconds * 1000) return null;
  return nowMs - session.openedAtMs > sessionMaxSeconds * 1000 ? null : session;
}

/** Returns true when the seal should be renewed. */
export function needsSealRenewal(session: DashboardSession, nowMs: number): boolean {
  return nowMs - session.sealedAtMs > renewSeconds * 1000;
}

/** Returns the seconds the browser keeps the cookie: until the session would end by itself. */
export function getCookieMaxAge(session: DashboardSession, nowMs: number): number {
  const left = sessionMaxSeconds - Math.floor((nowMs - session.openedAtMs) / 1000);
  return Math.max(0, Math.min(sessionIdleSeconds, left));
}
