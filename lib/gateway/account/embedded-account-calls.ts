import "server-only";
import { headers } from "next/headers";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { type AccountAnswer, type Embedded, type OpenedSession, readSlot, type Visitor } from "#lib/embedded-service.ts";
import { readDevice } from "#lib/session/request-device.ts";
import { readSession } from "#lib/session/session.ts";

export type { ConfirmWays, NewApp, Passkey, PasskeyQuestion } from "#lib/embedded-service.ts";

/** Ways to sign in beside a key and a password; a service elsewhere has none of them. */
export function offeredWays(): { passkeys: boolean; provider: string | null } {
  const { embedded } = readSlot();
  return { passkeys: embedded !== null, provider: embedded?.provider?.name ?? null };
}

/** The one address at which a provider knows this installation. */
export function ownOrigin(): string {
  return readSlot().hosting.origin;
}

/** The session that is signed in here, where the service is in this process. */
export async function openedSession(): Promise<OpenedSession | null> {
  const session = await readSession();
  if (!session?.sessionId) return null;
  const address = (await headers()).get("x-postwright-address");
  return { key: session.key, sessionId: session.sessionId, address };
}

export async function readVisitor(): Promise<Visitor> {
  return { device: await readDevice(), address: (await headers()).get("x-postwright-address") ?? "unknown" };
}

const elsewhere: Failure = {
  code: "not_found",
  message: "The service is elsewhere: people sign in to it with a key.",
  status: 404,
};
const signedOut: Failure = { code: "unauthorized", message: "You are not signed in any more.", status: 401 };

/** Asks the service in this process, for who is signed in. */
export async function asSelf<T>(
  ask: (embedded: Embedded, session: OpenedSession) => Promise<AccountAnswer<T>> | undefined,
): Promise<Result<T>> {
  const { embedded } = readSlot();
  if (!embedded) return { error: elsewhere };
  const session = await openedSession();
  return session ? toResult(await ask(embedded, session)) : { error: signedOut };
}

/** Asks it for nobody yet. */
export async function asNobody<T>(
  ask: (embedded: Embedded) => Promise<AccountAnswer<T>> | undefined,
): Promise<Result<T>> {
  const { embedded } = readSlot();
  return embedded ? toResult(await ask(embedded)) : { error: elsewhere };
}

/** A sign-in as the service answers it: done, refused, or waiting for its second step. */
type SignInResult<T> = Result<T> & { step?: { ticket: string; next: string | undefined } };

/** Asks it to sign somebody in. The ticket of a second step stays on the server: it goes into a sealed cookie. */
export async function asSigningIn<T>(
  ask: (embedded: Embedded) => Promise<AccountAnswer<T>> | undefined,
): Promise<SignInResult<T>> {
  const { embedded } = readSlot();
  const answer = embedded ? await ask(embedded) : undefined;
  const { ticket, next } = answer?.error ?? {};
  return { ...toResult(answer), ...(ticket !== undefined && { step: { ticket, next } }) };
}

/** Where a person goes who has just signed in: to set up a second factor first where their organization requires one. */
export async function pageAfterSignIn(opened: OpenedSession, next: string): Promise<string> {
  const seen = await readSlot().embedded?.twoStep.read(opened);
  return seen?.ok?.isLocked ? `/two-step?next=${encodeURIComponent(next)}` : next;
}

function toResult<T>(answer: AccountAnswer<T> | undefined): Result<T> {
  if (!answer) return { error: elsewhere };
  if (!answer.error) return { ok: answer.ok };
  // A ticket goes into a sealed cookie, never to the page.
  const { ticket: _, ...error } = answer.error;
  return { error: { status: null, ...error } };
}
