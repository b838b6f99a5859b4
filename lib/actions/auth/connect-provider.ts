"use server";
import type { Result } from "#lib/contract/errors.ts";
import { callAsSignedIn } from "#lib/gateway/account/embedded-account-calls.ts";
import { ensureProviderBrowserToken } from "#lib/session/provider-and-flash-cookies.ts";

/**
 * Connects the account that is signed in to who its person is at the provider: the address to go to. A form of ours has to
 * ask for it, because a link on somebody else's page could connect their own identity.
 */
export async function connectProvider(): Promise<Result<{ url: string }>> {
  const mark = await ensureProviderBrowserToken();
  return callAsSignedIn(({ provider }, session) => provider?.beginConnect(session, mark));
}

/** Ends that, unless it is the only way in. */
export async function disconnectProvider(): Promise<Result<{ disconnected: boolean }>> {
  return callAsSignedIn(({ provider }, session) => provider?.disconnect(session));
}
