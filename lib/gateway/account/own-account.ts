import "server-only";
import { cache } from "react";
import {
  type AccountSignInStatus,
  type InvitationPreview,
  type Membership,
  type ResetSeen,
  requireAppRuntime,
  type TwoStepStatus,
} from "#lib/embedded-service.ts";
import { getOpenedSession } from "./call-embedded-service.ts";

/** Lists the members that the signed-in person may act as; none for a remote service. */
export const listMemberships = cache(async (): Promise<Membership[]> => {
  const session = await getOpenedSession();
  return session ? ((await requireAppRuntime().embedded?.accounts.listMemberships(session)) ?? []) : [];
});

/** Returns how the signed-in person signs in; null for a remote service. */
export const readOwnAccount = cache(async (): Promise<AccountSignInStatus | null> => {
  const session = await getOpenedSession();
  return session ? ((await requireAppRuntime().embedded?.accounts.readOwn(session)) ?? null) : null;
});

/** Returns the person's second factor, and whether this session lacks a required one; null without an account here. */
export const readTwoStepStatus = cache(async (): Promise<TwoStepStatus | null> => {
  const session = await getOpenedSession();
  return session ? ((await requireAppRuntime().embedded?.twoStep.read(session))?.ok ?? null) : null;
});

export async function readInvitation(token: string): Promise<InvitationPreview | null> {
  return (await requireAppRuntime().embedded?.accounts.readInvitation(token)) ?? null;
}

/** Returns the account and the credentials that a reset link concerns; null for a link that is no longer valid. */
export async function readPasswordReset(token: string): Promise<ResetSeen | null> {
  return (await requireAppRuntime().embedded?.accounts.readReset(token)) ?? null;
}

/**
 * Returns whether people sign in with e-mail and password here, and whether a forgotten password can be reset by
 * e-mail.
 */
export function getPasswordSupport(): { password: boolean; letters: boolean } {
  const { embedded } = requireAppRuntime();
  return { password: embedded !== null, letters: embedded?.accounts.sendsMail ?? false };
}
