import "server-only";
import { sealData, unsealData } from "iron-session";
import * as z from "zod";

const daySeconds = 24 * 60 * 60;
/** A session nobody uses ends after this. */
export const sessionIdleSeconds = 7 * daySeconds;
/** A session ends after this however much it is used. */
export const sessionMaxSeconds = 30 * daySeconds;
/** A seal older than this is made anew when its session is used, so that using it keeps it. */
const renewSeconds = daySeconds;

const Sealed = z.object({
  key: z.string().min(1),
  sessionId: z.string().nullable(),
  openedAtMs: z.number(),
  sealedAtMs: z.number(),
});

/** Who is signed in. The key is the member's API key; `sessionId` names the row that signing out closes. */
export type DashboardSession = z.output<typeof Sealed>;

/** The session as a cookie's value: encrypted and signed. */
export async function sealSession(session: DashboardSession, secret: string): Promise<string> {
  return sealData(session, { password: secret, ttl: sessionIdleSeconds });
}

/** The session of a cookie's value; null when it is forged, changed, sealed with another secret, or too old. */
export async function unsealSession(value: string, secret: string, nowMs: number): Promise<DashboardSession | null> {
  const read = Sealed.safeParse(await unsealData(value, { password: secret, ttl: sessionIdleSeconds }));
  if (!read.success) return null;
  const session = read.data;
  if (nowMs - session.sealedAtMs > sessionIdleSeconds * 1000) return null;
  return nowMs - session.openedAtMs > sessionMaxSeconds * 1000 ? null : session;
}

/** True when the seal should be made anew. */
export function needsSealRenewal(session: DashboardSession, nowMs: number): boolean {
  return nowMs - session.sealedAtMs > renewSeconds * 1000;
}

/** Seconds the browser keeps the cookie: until the session would have ended by itself. */
export function getCookieMaxAge(session: DashboardSession, nowMs: number): number {
  const left = sessionMaxSeconds - Math.floor((nowMs - session.openedAtMs) / 1000);
  return Math.max(0, Math.min(sessionIdleSeconds, left));
}
