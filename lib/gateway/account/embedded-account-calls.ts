import "server-only";
import { headers } from "next/headers";
import type { Failure, Result } from "#lib/contract/errors.ts";
import {
  type AccountResult,
  type EmbeddedService,
  getAppRuntime,
  type OpenedSession,
  type Visitor,
} from "#lib/embedded-service.ts";
import { getRequestDevice } from "#lib/session/request-device.ts";
import { getSession } from "#lib/session/session.ts";

export type { ConfirmationMethods, NewAuthenticatorApp, Passkey, PasskeyChallenge } from "#lib/embedded-service.ts";

/** Ways to sign in beside a key and a password; a service elsewhere has none of them. */
export function getSignInMethods(): { passkeys: boolean; provider: string | null } {
  const { embedded } = getAppRuntime();
  return { passkeys: embedded !== null, provider: embedded?.provider?.name ?? null };
}

/** The one address at which a provider knows this installation. */
export function getPublicOrigin(): string {
  return getAppRuntime().hosting.origin;
}

/** The session that is signed in here, where the service is in this process. */
export async function getOpenedSession(): Promise<OpenedSession | null> {
  const session = await getSession();
  if (!session?.sessionId) return null;
  const address = (await headers()).get("x-postwright-address");
  return { key: session.key, sessionId: session.sessionId, address };
}

export async function getVisitor(): Promise<Visitor> {
  return { device: await getRequestDevice(), address: (await headers()).get("x-postwright-address") ?? "unknown" };
}

const remoteServiceFailure: Failure = {
  code: "not_found",
  message: "The service is elsewhere: people sign in to it with a key.",
  status: 404,
};
const signedOutFailure: Failure = { code: "unauthorized", message: "You are not signed in any more.", status: 401 };

/** Asks the service in this process, for who is signed in. */
export async function callAsSignedIn<T>(
  ask: (embedded: EmbeddedService, session: OpenedSession) => Promise<AccountResult<T>> | undefined,
): Promise<Result<T>> {
  const { embedded } = getAppRuntime();
  if (!embedded) return { error: remoteServiceFailure };
  const session = await getOpenedSession();
  return session ? toResult(await ask(embedded, session)) : { error: signedOutFailure };
}

/** Asks it for nobody yet. */
export async function callAnonymously<T>(
  ask: (embedded: EmbeddedService) => Promise<AccountResult<T>> | undefined,
): Promise<Result<T>> {
  const { embedded } = getAppRuntime();
  return embedded ? toResult(await ask(embedded)) : { error: remoteServiceFailure };
}

/** A sign-in as the service answers it: done, refused, or waiting for its second step. */
type SignInResult<T> = Result<T> & { step?: { ticket: string; next: string | undefined } };

/** Asks it to sign somebody in. The ticket of a second step stays on the server: it goes into a sealed cookie. */
export async function callForSignIn<T>(
  ask: (embedded: EmbeddedService) => Promise<AccountResult<T>> | undefined,
): Promise<SignInResult<T>> {
  const { embedded } = getAppRuntime();
  const answer = embedded ? await ask(embedded) : undefined;
  const { ticket, next } = answer?.error ?? {};
  return { ...toResult(answer), ...(ticket !== undefined && { step: { ticket, next } }) };
}

/** Where a person goes who has just signed in: to set up a second factor first where their organization requires one. */
export async function getPageAfterSignIn(opened: OpenedSession, next: string): Promise<string> {
  const seen = await getAppRuntime().embedded?.twoStep.read(opened);
  return seen?.ok?.isLocked ? `/two-step?next=${encodeURIComponent(next)}` : next;
}

function toResult<T>(answer: AccountResult<T> | undefined): Result<T> {
  if (!answer) return { error: remoteServiceFailure };
  if (!answer.error) return { ok: answer.ok };
  // A ticket goes into a sealed cookie, never to the page.
  const { ticket: _, ...error } = answer.error;
  return { error: { status: null, ...error } };
}
