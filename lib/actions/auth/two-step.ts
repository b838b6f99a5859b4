"use server";
import * as z from "zod";
import { toInputFailure } from "#lib/actions/input-failure.ts";
import type { Result } from "#lib/contract/errors.ts";
import { callAsSignedIn, getVisitor, type NewAuthenticatorApp } from "#lib/gateway/account/call-embedded-service.ts";

/** Returns a new authenticator app to scan; it takes effect after a code of it is confirmed. */
export async function startTwoStepSetup(): Promise<Result<NewAuthenticatorApp>> {
  return callAsSignedIn(({ twoStep }, session) => twoStep.begin(session));
}

/** Turns two-step verification on with a code of the new app. Only this answer contains the recovery codes. */
export async function enableTwoStep(input: unknown): Promise<Result<{ codes: string[] }>> {
  const code = z.string().max(1_000).safeParse(input);
  if (!code.success) return toInputFailure(code.error);
  const visitor = await getVisitor();
  return callAsSignedIn(({ twoStep }, session) => twoStep.turnOn(session, code.data, visitor));
}

export async function disableTwoStep(): Promise<Result<{ isOn: false }>> {
  const visitor = await getVisitor();
  return callAsSignedIn(({ twoStep }, session) => twoStep.turnOff(session, visitor));
}

/** Replaces all recovery codes. Only this answer contains the new ones. */
export async function createRecoveryCodes(): Promise<Result<{ codes: string[] }>> {
  const visitor = await getVisitor();
  return callAsSignedIn(({ twoStep }, session) => twoStep.createCodes(session, visitor));
}
