import "server-only";
import { cache } from "react";
import {
  type InvitationSeen,
  type Membership,
  type OwnAccountSeen,
  type ResetSeen,
  readSlot,
  type TwoStepSeen,
} from "#lib/embedded-service.ts";
import { openedSession } from "./embedded-account-calls.ts";

/** The members that who is signed in may act as; none where the service is elsewhere. */
export const listMemberships = cache(async (): Promise<Membership[]> => {
  const session = await openedSession();
  return session ? ((await readSlot().embedded?.accounts.listMemberships(session)) ?? []) : [];
});

/** How who is signed in signs in; null where the service is elsewhere. */
export const readOwnAccount = cache(async (): Promise<OwnAccountSeen | null> => {
  const session = await openedSession();
  return session ? ((await readSlot().embedded?.accounts.readOwn(session)) ?? null) : null;
});

/** Their second factor, and whether this session lacks a required one; null for who has no account here. */
export const readTwoStep = cache(async (): Promise<TwoStepSeen | null> => {
  const session = await openedSession();
  return session ? ((await readSlot().embedded?.twoStep.read(session))?.ok ?? null) : null;
});

export async function readInvitation(token: string): Promise<InvitationSeen | null> {
  return (await readSlot().embedded?.accounts.readInvitation(token)) ?? null;
}

/** Whose password a link sets, and which credentials it removes; null when it works no more. */
export async function readReset(token: string): Promise<ResetSeen | null> {
  return (await readSlot().embedded?.accounts.readReset(token)) ?? null;
}

/** Whether people sign in with e-mail and password here, and whether a forgotten one can be reset by a letter. */
export function offersPasswords(): { password: boolean; letters: boolean } {
  const { embedded } = readSlot();
  return { password: embedded !== null, letters: embedded?.accounts.sendsMail ?? false };
}
