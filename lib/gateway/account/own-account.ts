import "server-only";
import { cache } from "react";
import {
  type AccountSignInStatus,
  getAppRuntime,
  type InvitationPreview,
  type Membership,
  type ResetSeen,
  type TwoStepStatus,
} from "#lib/embedded-service.ts";
import { getOpenedSession } from "./embedded-account-calls.ts";

/** The members that who is signed in may act as; none where the service is elsewhere. */
export const listMemberships = cache(async (): Promise<Membership[]> => {
  const session = await getOpenedSession();
  return session ? ((await getAppRuntime().embedded?.accounts.listMemberships(session)) ?? []) : [];
});

/** How who is signed in signs in; null where the service is elsewhere. */
export const readOwnAccount = cache(async (): Promise<AccountSignInStatus | null> => {
  const session = await getOpenedSession();
  return session ? ((await getAppRuntime().embedded?.accounts.readOwn(session)) ?? null) : null;
});

/** Their second factor, and whether this session lacks a required one; null for who has no account here. */
export const readTwoStepStatus = cache(async (): Promise<TwoStepStatus | null> => {
  const session = await getOpenedSession();
  return session ? ((await getAppRuntime().embedded?.twoStep.read(session))?.ok ?? null) : null;
});

export async function readInvitation(token: string): Promise<InvitationPreview | null> {
  return (await getAppRuntime().embedded?.accounts.readInvitation(token)) ?? null;
}

/** Whose password a link sets, and which credentials it removes; null when it works no more. */
export async function readPasswordReset(token: string): Promise<ResetSeen | null> {
  return (await getAppRuntime().embedded?.accounts.readReset(token)) ?? null;
}

/** Whether people sign in with e-mail and password here, and whether a forgotten one can be reset by a letter. */
export function getPasswordSupport(): { password: boolean; letters: boolean } {
  const { embedded } = getAppRuntime();
  return { password: embedded !== null, letters: embedded?.accounts.sendsMail ?? false };
}
