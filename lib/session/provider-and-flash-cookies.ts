import "server-only";
import { randomBytes } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { cookies } from "next/headers";
import * as z from "zod";
import { getAppRuntime } from "#lib/embedded-service.ts";

/** Seconds the way to a provider and back may take, as the service has it too. */
const browserTokenSeconds = 10 * 60;
/** Seconds a sentence waits for the page that shows it. */
const flashMessageSeconds = 60;

function getCookieOptions(name: string): { name: string; secure: boolean } {
  const secure = getAppRuntime().hosting.origin.startsWith("https:");
  return { name: secure ? `__Host-${name}` : name, secure };
}

async function setCookie(name: string, value: string, maxAge: number): Promise<void> {
  const at = getCookieOptions(name);
  (await cookies()).set(at.name, value, {
    ...{ path: "/", httpOnly: true, secure: at.secure, maxAge },
    // The way back from a provider begins on its pages: a strict cookie would not come along.
    sameSite: "lax",
  });
}

const browserTokenPattern = /^[\w-]{43}$/;

/** The mark of this browser while somebody signs in at a provider; null when it has none. */
export async function getProviderBrowserToken(): Promise<string | null> {
  const value = (await cookies()).get(getCookieOptions("pw_way").name)?.value ?? "";
  return browserTokenPattern.test(value) ? value : null;
}

/** The same, made when there is none: one mark for all windows, so that none of them ends another's way. */
export async function ensureProviderBrowserToken(): Promise<string> {
  const mark = (await getProviderBrowserToken()) ?? randomBytes(32).toString("base64url");
  await setCookie("pw_way", mark, browserTokenSeconds);
  return mark;
}

/** Has the next page say a sentence. Sealed: nobody else can put words into our mouth. */
export async function setFlashMessage(sentence: string): Promise<void> {
  const { secret } = getAppRuntime().hosting;
  await setCookie(
    "pw_told",
    await sealData({ sentence }, { password: secret, ttl: flashMessageSeconds }),
    flashMessageSeconds,
  );
}

const FlashMessage = z.object({ sentence: z.string() });

/** What was to be said, for a minute; null when there is nothing. */
export async function getFlashMessage(): Promise<string | null> {
  const value = (await cookies()).get(getCookieOptions("pw_told").name)?.value;
  if (!value) return null;
  const read = FlashMessage.safeParse(
    await unsealData(value, { password: getAppRuntime().hosting.secret, ttl: flashMessageSeconds }),
  );
  return read.success ? read.data.sentence : null;
}
