import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { type OpenedSession, readSlot } from "#lib/embedded-service.ts";
import { readDevice } from "./request-device.ts";
import { cookieSeconds, needsRenewal, type Session, seal, unseal } from "./session-seal.ts";

/** `__Host-` binds the cookie to this host and to https; plain http, as on a laptop, can't have it. */
function cookieAt(): { name: string; secure: boolean } {
  const secure = readSlot().hosting.origin.startsWith("https:");
  return { name: secure ? "__Host-pw_session" : "pw_session", secure };
}

/** Who is signed in, or null. Read once per request. */
export const readSession = cache(async (): Promise<Session | null> => {
  const value = (await cookies()).get(cookieAt().name)?.value;
  return value ? unseal(value, readSlot().hosting.secret, Date.now()) : null;
});

/**
 * Signs in: a new cookie with a new session, whatever the browser held before; the row of the old one is closed. Given a
 * key, a session of it is opened; one that an account opened is taken as it is. Only in an action or a route handler.
 * @returns false when the key does not work (embedded service only).
 */
export async function startSession(given: string | OpenedSession): Promise<boolean> {
  const { embedded } = readSlot();
  const opened = typeof given === "string" ? await openKeySession(given) : given;
  if (!opened) return false;
  const before = await readSession();
  if (before?.sessionId) await embedded?.closeSession(before.sessionId);
  const nowMs = Date.now();
  await writeCookie({ key: opened.key, sessionId: opened.sessionId, openedAtMs: nowMs, sealedAtMs: nowMs });
  return true;
}

async function openKeySession(key: string): Promise<{ key: string; sessionId: string | null } | null> {
  const { embedded } = readSlot();
  if (!embedded) return { key, sessionId: null };
  const address = (await headers()).get("x-postwright-address") ?? undefined;
  const sessionId = await embedded.openSession(key, await readDevice(), address);
  return sessionId === null ? null : { key, sessionId };
}

/** Ends a session that was opened and is not gone on in. */
export async function discardSession({ sessionId }: OpenedSession): Promise<void> {
  await readSlot().embedded?.closeSession(sessionId);
}

/** Signs out: closes the row, so that a copy of the cookie is worth nothing, and removes the cookie. */
export async function endSession(): Promise<void> {
  const session = await readSession();
  const { name, secure } = cookieAt();
  if (session?.sessionId) await readSlot().embedded?.closeSession(session.sessionId);
  (await cookies()).set(name, "", { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: 0 });
}

/** Makes the seal anew once a day of use. Only in an action or a route handler. */
export async function renewSession(): Promise<void> {
  const session = await readSession();
  if (session && needsRenewal(session, Date.now())) await writeCookie({ ...session, sealedAtMs: Date.now() });
}

/** True when the session should be renewed soon; a page asks, because it can't set a cookie itself. */
export async function isRenewalDue(): Promise<boolean> {
  const session = await readSession();
  return session !== null && needsRenewal(session, Date.now());
}

async function writeCookie(session: Session): Promise<void> {
  const { name, secure } = cookieAt();
  (await cookies()).set(name, await seal(session, readSlot().hosting.secret), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: cookieSeconds(session, Date.now()),
  });
}
