"use server";
import type { Result } from "#lib/contract/errors.ts";
import { callAsSignedIn } from "#lib/gateway/account/call-embedded-service.ts";
import { ensureProviderBrowserToken } from "#lib/session/provider-and-flash-cookies.ts";

/**
 * Connects the signed-in account to the person's identity at the provider and returns the address to go to. Only a form
 * of this app may call it: a link on another site could connect its author's identity.
 */
export async function connectProvider(): Promise<Result<{ url: string }>> {
  const mark = await ensureProviderBrowserToken();
  return callAsSignedIn(({ provider }, session) => provider?.beginConnect(session, mark));
}

/** Disconnects the provider, unless it is the only way to sign in. */
export async function disconnectProvider(): Promise<Result<{ disconnected: boolean }>> {
  return callAsSignedIn(({ provider }, session) => provider?.disconnect(session));
}
