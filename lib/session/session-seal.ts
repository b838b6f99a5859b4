import "server-only";
import { sealData, unsealData } from "iron-session";
import * as z from "zod";

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

/** Encrypts and signs the session as a cookie value. */
export async function sealSession(session: DashboardSession, secret: string): Promise<string> {
  return sealData(session, { password: secret, ttl: sessionIdleSeconds });
}

/**
 * Returns the session of a cookie value; null if the value is forged, changed, sealed with another secret, or too old.
 */
export async function unsealSession(value: string, secret: string, nowMs: number): Promise<DashboardSession | null> {
  const read = Sealed.safeParse(await unsealData(value, { password: secret, ttl: sessionIdleSeconds }));
  if (!read.success) return null;
  const session = read.data;
  if (nowMs - session.sealedAtMs > sessionIdleSeconds * 1000) return null;
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
