"use server";
import type { Result } from "#lib/contract/errors";
import { asSelf } from "#lib/gateway/ways";
import { keepMark } from "#lib/session/short-cookies";

/**
 * Connects the account that is signed in to who its person is at the provider: the address to go to. A form of ours has to
 * ask for it, because a link on somebody else's page could connect their own identity.
 */
export async function connectProvider(): Promise<Result<{ url: string }>> {
  const mark = await keepMark();
  return asSelf(({ provider }, session) => provider?.beginConnect(session, mark));
}

/** Ends that, unless it is the only way in. */
export async function disconnectProvider(): Promise<Result<{ disconnected: boolean }>> {
  return asSelf(({ provider }, session) => provider?.disconnect(session));
}
