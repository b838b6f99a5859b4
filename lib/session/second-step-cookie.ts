import "server-only";
import { cookies } from "next/headers";
import * as z from "zod";
import { sealCookie, unsealCookie } from "#lib/cookie-seal.ts";
import { requireAppRuntime } from "#lib/embedded-service.ts";

/** Seconds allowed between the password and the code, as in the service. */
const stepSeconds = 10 * 60;

const Step = z.object({ ticket: z.string().min(1), next: z.string() });
/** A sign-in that waits for its code, and the path to open afterwards. */
export type PendingSecondStep = z.output<typeof Step>;

function getCookieOptions(): { name: string; secure: boolean } {
  const secure = requireAppRuntime().hosting.origin.startsWith("https:");
  return { name: secure ? "__Host-pw_step" : "pw_step", secure };
}

function getSealOptions() {
  const { secret } = requireAppRuntime().hosting;
  return { secret, purpose: "second step", ttlSeconds: stepSeconds } as const;
}

async function setCookie(value: string, maxAge: number): Promise<void> {
  const { name, secure } = getCookieOptions();
  // Lax, because the redirect back from a provider starts on its pages.
  (await cookies()).set(name, value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
}

/**
 * Saves the pending step in this browser only: sealed, and unreadable for scripts. Only in an action or a route
 * handler.
 */
export async function saveSecondStep(step: PendingSecondStep): Promise<void> {
  await setCookie(await sealCookie(step, getSealOptions()), stepSeconds);
}

/** Returns null if this browser has no pending step or it has expired. */
export async function getSecondStep(): Promise<PendingSecondStep | null> {
  const value = (await cookies()).get(getCookieOptions().name)?.value;
  return value ? await unsealCookie(value, Step, getSealOptions()) : null;
}

export async function clearSecondStep(): Promise<void> {
  await setCookie("", 0);
}
