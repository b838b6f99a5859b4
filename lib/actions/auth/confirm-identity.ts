"use server";
import * as z from "zod";
import { toInputFailure } from "#lib/actions/input-failure.ts";
import type { Result } from "#lib/contract/errors.ts";
import {
  type ConfirmationMethods,
  callAsSignedIn,
  getSignInMethods,
  getVisitor,
  type PasskeyChallenge,
} from "#lib/gateway/account/call-embedded-service.ts";

/**
 * Returns the methods with which the signed-in person can confirm their identity; `provider` is the provider's display
 * name.
 */
export async function readConfirmationMethods(): Promise<Result<ConfirmationMethods & { provider: string | null }>> {
  const ways = await callAsSignedIn(({ twoStep }, session) => twoStep.confirmWays(session));
  return ways.error ? ways : { ok: { ...ways.ok, provider: getSignInMethods().provider } };
}

/** Creates the challenge for the person's passkeys. */
export async function createPasskeyConfirmation(): Promise<Result<PasskeyChallenge>> {
  return callAsSignedIn(({ twoStep }, session) => twoStep.askPasskeys(session));
}

const text = z.string().max(10_000);
const Confirmation = z.union([
  z.strictObject({ password: text }),
  z.strictObject({ code: text }),
  z.strictObject({ passkey: z.unknown() }),
]);

/** Confirms the person's identity for 10 minutes. */
export async function confirmIdentity(input: unknown): Promise<Result<{ confirmed: true }>> {
  const read = Confirmation.safeParse(input);
  if (!read.success) return toInputFailure(read.error);
  const visitor = await getVisitor();
  return callAsSignedIn(({ twoStep }, session) => twoStep.confirm(session, read.data, visitor));
}
