import "server-only";
import { sealData, unsealData } from "iron-session";
import { cookies } from "next/headers";
import * as z from "zod";
import { readSlot } from "#lib/embedded-service.ts";

/** Seconds within which the code must follow the password, as the service has it too. */
const stepSeconds = 10 * 60;

const Step = z.object({ ticket: z.string().min(1), next: z.string() });
/** A sign-in that waits for its code, and where it goes then. */
export type SecondStep = z.output<typeof Step>;

function cookieAt(): { name: string; secure: boolean } {
  const secure = readSlot().hosting.origin.startsWith("https:");
  return { name: secure ? "__Host-pw_step" : "pw_step", secure };
}

async function write(value: string, maxAge: number): Promise<void> {
  const { name, secure } = cookieAt();
  // Lax: the way back from a provider begins on its pages.
  (await cookies()).set(name, value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
}

/** Keeps it in this browser alone: sealed, and unreadable for scripts. Only in an action or a route handler. */
export async function keepSecondStep(step: SecondStep): Promise<void> {
  await write(await sealData(step, { password: readSlot().hosting.secret, ttl: stepSeconds }), stepSeconds);
}

/** Null when there is none in this browser, or it is too old. */
export async function readSecondStep(): Promise<SecondStep | null> {
  const value = (await cookies()).get(cookieAt().name)?.value;
  if (!value) return null;
  const { secret } = readSlot().hosting;
  const read = Step.safeParse(await unsealData(value, { password: secret, ttl: stepSeconds }));
  return read.success ? read.data : null;
}

export async function endSecondStep(): Promise<void> {
  await write("", 0);
}
