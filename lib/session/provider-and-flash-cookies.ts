import "server-only";
import { randomBytes } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { cookies } from "next/headers";
import * as z from "zod";
import { readSlot } from "#lib/embedded-service.ts";

/** Seconds the way to a provider and back may take, as the service has it too. */
const markSeconds = 10 * 60;
/** Seconds a sentence waits for the page that shows it. */
const toldSeconds = 60;

function cookieAt(name: string): { name: string; secure: boolean } {
  const secure = readSlot().hosting.origin.startsWith("https:");
  return { name: secure ? `__Host-${name}` : name, secure };
}

async function write(name: string, value: string, maxAge: number): Promise<void> {
  const at = cookieAt(name);
  (await cookies()).set(at.name, value, {
    ...{ path: "/", httpOnly: true, secure: at.secure, maxAge },
    // The way back from a provider begins on its pages: a strict cookie would not come along.
    sameSite: "lax",
  });
}

const markForm = /^[\w-]{43}$/;

/** The mark of this browser while somebody signs in at a provider; null when it has none. */
export async function readMark(): Promise<string | null> {
  const value = (await cookies()).get(cookieAt("pw_way").name)?.value ?? "";
  return markForm.test(value) ? value : null;
}

/** The same, made when there is none: one mark for all windows, so that none of them ends another's way. */
export async function keepMark(): Promise<string> {
  const mark = (await readMark()) ?? randomBytes(32).toString("base64url");
  await write("pw_way", mark, markSeconds);
  return mark;
}

/** Has the next page say a sentence. Sealed: nobody else can put words into our mouth. */
export async function tell(sentence: string): Promise<void> {
  const { secret } = readSlot().hosting;
  await write("pw_told", await sealData({ sentence }, { password: secret, ttl: toldSeconds }), toldSeconds);
}

const Told = z.object({ sentence: z.string() });

/** What was to be said, for a minute; null when there is nothing. */
export async function readTold(): Promise<string | null> {
  const value = (await cookies()).get(cookieAt("pw_told").name)?.value;
  if (!value) return null;
  const read = Told.safeParse(await unsealData(value, { password: readSlot().hosting.secret, ttl: toldSeconds }));
  return read.success ? read.data.sentence : null;
}
