import "server-only";
import { headers } from "next/headers";
import type { Failure, Result } from "#lib/contract/errors.ts";
import {
  type AccountResult,
  type EmbeddedService,
  type OpenedSession,
  requireAppRuntime,
  type Visitor,
} from "#lib/embedded-service.ts";
import { getRequestDevice } from "#lib/session/request-device.ts";
import { getSession } from "#lib/session/session.ts";

export type { ConfirmationMethods, NewAuthenticatorApp, Passkey, PasskeyChallenge } from "#lib/embedded-service.ts";

/** Returns the sign-in methods beside a key and a password; a remote service has none of them. */
export function getSignInMethods(): { passkeys: boolean; provider: string | null } {
  const { embedded } = requireAppRuntime();
  return { passkeys: embedded !== null, provider: embedded?.provider?.name ?? null };
}

/** Returns the one origin that a provider knows for this installation. */
export function getPublicOrigin(): string {
  return requireAppRuntime().hosting.origin;
}

/** Returns the signed-in session if the service is in this process. */
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
  message: "This dashboard uses a remote service. Sign in with an API key.",
  status: 404,
};
const signedOutFailure: Failure = { code: "unauthorized", message: "You are no longer signed in.", status: 401 };

/** Calls the embedded service for the signed-in person. */
export async function callAsSignedIn<T>(
  ask: (embedded: EmbeddedService, session: OpenedSession) => Promise<AccountResult<T>> | undefined,
): Promise<Result<T>> {
  const { embedded } = requireAppRuntime();
  if (!embedded) return { error: remoteServiceFailure };
  const session = await getOpenedSession();
  return session ? toResult(await ask(embedded, session)) : { error: signedOutFailure };
}

/** Calls the embedded service without a signed-in person. */
export async function callAnonymously<T>(
  ask: (embedded: EmbeddedService) => Promise<AccountResult<T>> | undefined,
): Promise<Result<T>> {
  const { embedded } = requireAppRuntime();
  return embedded ? toResult(await ask(embedded)) : { error: remoteServiceFailure };
}

/** The service's answer to a sign-in: done, refused, or waiting for its second step. */
type SignInResult<T> = Result<T> & { step?: { ticket: string; next: string | undefined } };

/**
 * Calls the embedded service to sign somebody in. The ticket of a second step stays on the server, in a sealed cookie.
 */
export async function callForSignIn<T>(
  ask: (embedded: EmbeddedService) => Promise<AccountResult<T>> | undefined,
): Promise<SignInResult<T>> {
  const { embedded } = requireAppRuntime();
  const answer = embedded ? await ask(embedded) : undefined;
  const { ticket, next } = answer?.error ?? {};
  return { ...toResult(answer), ...(ticket !== undefined && { step: { ticket, next } }) };
}

/** Returns the path to open after a sign-in: the setup of a second factor if the organization requires one. */
export async function getPageAfterSignIn(opened: OpenedSession, next: string): Promise<string> {
  const seen = await requireAppRuntime().embedded?.twoStep.read(opened);
  return seen?.ok?.isLocked ? `/two-step?next=${encodeURIComponent(next)}` : next;
}

function toResult<T>(answer: AccountResult<T> | undefined): Result<T> {
  if (!answer) return { error: remoteServiceFailure };
  if (!answer.error) return { ok: answer.ok };
  // A ticket goes into a sealed cookie, never to the page.
  const { ticket: _, ...error } = answer.error;
  return { error: { status: null, ...error } };
}
