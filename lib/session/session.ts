import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import {
  type DashboardSession,
  getCookieMaxAge,
  needsSealRenewal,
  sealSession,
  unsealSession,
} from "#lib/cookie-seal.ts";
import { type OpenedSession, requireAppRuntime } from "#lib/embedded-service.ts";
import { getRequestDevice } from "./request-device.ts";

/** `__Host-` binds the cookie to this host and to https; plain http, as on a laptop, can't have it. */
function getCookieOptions(): { name: string; secure: boolean } {
  const secure = requireAppRuntime().hosting.origin.startsWith("https:");
  return { name: secure ? "__Host-pw_session" : "pw_session", secure };
}

/** Returns the signed-in session, or null. Reads it once per request. */
export const getSession = cache(async (): Promise<DashboardSession | null> => {
  const value = (await cookies()).get(getCookieOptions().name)?.value;
  return value ? unsealSession(value, requireAppRuntime().hosting.secret, Date.now()) : null;
});

/**
 * Signs in with a new cookie and a new session, whatever the browser held before, and closes the row of the old
 * session. A key opens a new session; an `OpenedSession` is used as it is. Only in an action or a route handler.
 * @returns false when the key does not work (embedded service only)
 */
export async function startSession(given: string | OpenedSession): Promise<boolean> {
  const { embedded } = requireAppRuntime();
  const opened = typeof given === "string" ? await openKeySession(given) : given;
  if (!opened) return false;
  const before = await getSession();
  if (before?.sessionId) await embedded?.closeSession(before.sessionId);
  const nowMs = Date.now();
  await setSessionCookie({ key: opened.key, sessionId: opened.sessionId, openedAtMs: nowMs, sealedAtMs: nowMs });
  return true;
}

async function openKeySession(key: string): Promise<{ key: string; sessionId: string | null } | null> {
  const { embedded } = requireAppRuntime();
  if (!embedded) return { key, sessionId: null };
  const address = (await headers()).get("x-postwright-address") ?? undefined;
  const sessionId = await embedded.openSession(key, await getRequestDevice(), address);
  return sessionId === null ? null : { key, sessionId };
}

/** Closes a session that was opened but will not be used. */
export async function closeSession({ sessionId }: OpenedSession): Promise<void> {
  await requireAppRuntime().embedded?.closeSession(sessionId);
}

/** Signs out: closes the row, so that a copy of the cookie is worthless, and removes the cookie. */
export async function endSession(): Promise<void> {
  const session = await getSession();
  const { name, secure } = getCookieOptions();
  if (session?.sessionId) await requireAppRuntime().embedded?.closeSession(session.sessionId);
  (await cookies()).set(name, "", { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: 0 });
}

/** Renews the seal once a day of use. Only in an action or a route handler. */
export async function renewSession(): Promise<void> {
  const session = await getSession();
  if (session && needsSealRenewal(session, Date.now())) await setSessionCookie({ ...session, sealedAtMs: Date.now() });
}

/** Returns true if the session is due for renewal. A page checks this, because it can't set a cookie itself. */
export async function isSessionRenewalDue(): Promise<boolean> {
  const session = await getSession();
  return session !== null && needsSealRenewal(session, Date.now());
}

async function setSessionCookie(session: DashboardSession): Promise<void> {
  const { name, secure } = getCookieOptions();
  (await cookies()).set(name, await sealSession(session, requireAppRuntime().hosting.secret), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: getCookieMaxAge(session, Date.now()),
  });
}
