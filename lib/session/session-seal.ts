import "server-only";
import { sealData, unsealData } from "iron-session";
import * as z from "zod";

const daySeconds = 24 * 60 * 60;
/** A session nobody uses ends after this. */
export const idleSeconds = 7 * daySeconds;
/** A session ends after this however much it is used. */
export const absoluteSeconds = 30 * daySeconds;
/** A seal older than this is made anew when its session is used, so that using it keeps it. */
const renewSeconds = daySeconds;

const Sealed = z.object({
  key: z.string().min(1),
  sessionId: z.string().nullable(),
  openedAtMs: z.number(),
  sealedAtMs: z.number(),
});

/** Who is signed in. The key is the member's API key; `sessionId` names the row that signing out closes. */
export type Session = z.output<typeof Sealed>;

/** The session as a cookie's value: encrypted and signed. */
export async function seal(session: Session, secret: string): Promise<string> {
  return sealData(session, { password: secret, ttl: idleSeconds });
}

/** The session of a cookie's value; null when it is forged, changed, sealed with another secret, or too old. */
export async function unseal(value: string, secret: string, nowMs: number): Promise<Session | null> {
  const read = Sealed.safeParse(await unsealData(value, { password: secret, ttl: idleSeconds }));
  if (!read.success) return null;
  const session = read.data;
  if (nowMs - session.sealedAtMs > idleSeconds * 1000) return null;
  return nowMs - session.openedAtMs > absoluteSeconds * 1000 ? null : session;
}

/** True when the seal should be made anew. */
export function needsRenewal(session: Session, nowMs: number): boolean {
  return nowMs - session.sealedAtMs > renewSeconds * 1000;
}

/** Seconds the browser keeps the cookie: until the session would have ended by itself. */
export function cookieSeconds(session: Session, nowMs: number): number {
  const left = absoluteSeconds - Math.floor((nowMs - session.openedAtMs) / 1000);
  return Math.max(0, Math.min(idleSeconds, left));
}
