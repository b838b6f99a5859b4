"use server";
import * as z from "zod";
import { toInputFailure } from "#lib/actions/input-failure.ts";
import type { Result } from "#lib/contract/errors.ts";
import { callAsSignedIn, type Passkey, type PasskeyChallenge } from "#lib/gateway/account/call-embedded-service.ts";

/** Returns the options from which the browser's authenticator creates a passkey. */
export async function startPasskeyRegistration(name: unknown): Promise<Result<PasskeyChallenge>> {
  const asked = z.string().safeParse(name);
  return asked.success
    ? callAsSignedIn(({ passkeys }, session) => passkeys.begin(session, asked.data))
    : toInputFailure(asked.error);
}

/** Adds the passkey that the browser created. */
export async function addPasskey(answer: unknown): Promise<Result<Passkey>> {
  return callAsSignedIn(({ passkeys }, session) => passkeys.add(session, answer));
}

const id = z.string().max(100);
const Renamed = z.object({ id, name: z.string().max(1_000, "Give the passkey a name of 1 to 60 characters.") });
export async function renamePasskey(input: unknown): Promise<Result<Passkey>> {
  const asked = Renamed.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return callAsSignedIn(({ passkeys }, session) => passkeys.rename(session, asked.data.id, asked.data.name));
}

/** Removes a passkey, but never the last way to sign in. */
export async function removePasskey(input: unknown): Promise<Result<{ undo: string }>> {
  const asked = id.safeParse(input);
  return asked.success
    ? callAsSignedIn(({ passkeys }, session) => passkeys.remove(session, asked.data))
    : toInputFailure(asked.error);
}

export async function restorePasskey(undo: unknown): Promise<Result<Passkey>> {
  const asked = id.safeParse(undo);
  return asked.success
    ? callAsSignedIn(({ passkeys }, session) => passkeys.restore(session, asked.data))
    : toInputFailure(asked.error);
}
