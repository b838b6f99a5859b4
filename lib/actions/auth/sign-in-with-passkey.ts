"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { callAnonymously, getVisitor, type PasskeyChallenge } from "#lib/gateway/account/call-embedded-service.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";
import { startSession } from "#lib/session/session.ts";
import { countFailedSignIn, getSignInWaitSeconds } from "#lib/session/sign-in-throttle.ts";

/** Returns the challenge for the browser's passkeys; it is valid once, for some minutes. */
export async function startPasskeySignIn(): Promise<Result<PasskeyChallenge>> {
  return callAnonymously(async ({ passkeys }) => ({ ok: await passkeys.beginSignIn() }));
}

const Answer = z.object({ answer: z.unknown(), next: z.string().max(2_000).nullish() });

/**
 * Signs in with a passkey's answer.
 * @returns the path to go to
 */
export async function finishPasskeySignIn(input: unknown): Promise<Result<{ next: string }>> {
  const seconds = await getSignInWaitSeconds();
  if (seconds !== null) {
    const message = `Too many failed attempts. Try again in ${Math.ceil(seconds / 60)} min.`;
    return { error: { code: "rate_limited", message, status: 429, retryAfterSeconds: seconds } };
  }
  const asked = Answer.safeParse(input);
  const { answer, next } = asked.success ? asked.data : {};
  const visitor = await getVisitor();
  const signedIn = await callAnonymously(({ passkeys }) => passkeys.signIn(answer, visitor));
  if (signedIn.error) {
    await countFailedSignIn();
    return { error: signedIn.error };
  }
  await startSession(signedIn.ok);
  return { ok: { next: toSafeRedirectPath(next) } };
}
