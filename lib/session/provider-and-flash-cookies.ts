import "server-only";
import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import * as z from "zod";
import { sealCookie, unsealCookie } from "#lib/cookie-seal.ts";
import { requireAppRuntime } from "#lib/embedded-service.ts";

/** Seconds allowed for the redirect to a provider and back, as in the service. */
const browserTokenSeconds = 10 * 60;
/** Seconds until an unread flash message expires. */
const flashMessageSeconds = 60;

function getCookieOptions(name: string): { name: string; secure: boolean } {
  const secure = requireAppRuntime().hosting.origin.startsWith("https:");
  return { name: secure ? `__Host-${name}` : name, secure };
}

async function setCookie(name: string, value: string, maxAge: number): Promise<void> {
  const at = getCookieOptions(name);
  (await cookies()).set(at.name, value, {
    path: "/",
    httpOnly: true,
    secure: at.secure,
    maxAge,
    // The redirect back from a provider starts on its pages, where a strict cookie would not be sent.
    sameSite: "lax",
  });
}

const browserTokenPattern = /^[\w-]{43}$/;

/** Returns the token of this browser during a sign-in at a provider; null for none. */
export async function getProviderBrowserToken(): Promise<string | null> {
  const value = (await cookies()).get(getCookieOptions("pw_way").name)?.value ?? "";
  return browserTokenPattern.test(value) ? value : null;
}

/** Returns the token, creating it if necessary. All windows share one token, so that none ends another's sign-in. */
export async function ensureProviderBrowserToken(): Promise<string> {
  const mark = (await getProviderBrowserToken()) ?? randomBytes(32).toString("base64url");
  await setCookie("pw_way", mark, browserTokenSeconds);
  return mark;
}

function getFlashSealOptions() {
  const { secret } = requireAppRuntime().hosting;
  return { secret, purpose: "flash message", ttlSeconds: flashMessageSeconds } as const;
}

/** Stores a sentence for the next page. The cookie is sealed, so nobody else can make the page show a text. */
export async function setFlashMessage(sentence: string): Promise<void> {
  await setCookie("pw_told", await sealCookie({ sentence }, getFlashSealOptions()), flashMessageSeconds);
}

const FlashMessage = z.object({ sentence: z.string() });

/** Returns the stored sentence, which expires after a minute; null for none. */
export async function getFlashMessage(): Promise<string | null> {
  const value = (await cookies()).get(getCookieOptions("pw_told").name)?.value;
  const message = value ? await unsealCookie(value, FlashMessage, getFlashSealOptions()) : null;
  return message?.sentence ?? null;
}
