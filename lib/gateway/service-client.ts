import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { createClient, type ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getAppRuntime } from "#lib/embedded-service.ts";
import { getSession } from "#lib/session/session.ts";
import { getServiceLocation, isEmbeddedService } from "./service-location.ts";

/** Ms the service has to answer. */
export const serviceTimeoutMs = 10_000;

/**
 * The service as the signed-in member sees it. Without a session each call answers `unauthorized`, as the service itself
 * would: an action returns that, a page goes to sign-in by `orSignIn`.
 */
export const getServiceClient = cache(async (): Promise<ServiceClient> => {
  const session = await getSession();
  // For the audit log. A service elsewhere would take no word of ours for it.
  const address = isEmbeddedService() ? (await headers()).get("x-postwright-address") : null;
  return createServiceClient(session?.key ?? null, session?.sessionId ?? null, address);
});

/**
 * A client with this key, which need not be anybody's yet: signing in asks whether it works. Null asks as nobody. `address`
 * is the browser's, for a key that is bound to some; without it such a key does not work here.
 */
export function createServiceClient(
  key: string | null,
  sessionId: string | null,
  address: string | null = null,
): ServiceClient {
  const { baseUrl, fetch, isRemote } = getServiceLocation();
  return createClient({
    baseUrl,
    // A form no service gives out, and yet a header that can be sent.
    key: key ?? "nobody",
    fetch,
    timeoutMs: serviceTimeoutMs,
    listParams: getAppRuntime().hosting.listParams,
    keepsRepeats: !isRemote,
    // The key counts no longer once its holder has signed out, even for a copy of the cookie.
    headers: {
      ...(sessionId !== null && { "x-postwright-session": sessionId }),
      ...(address !== null && { "x-postwright-on-behalf": address }),
    },
  });
}

/** Who is signed in; asked once per request however many parts of a page want to know. */
export const getIdentity = cache(async () => (await getServiceClient()).getMe());

/** Goes to sign-in, and afterwards back to this page, when the key is missing or works no longer. For pages. */
export async function redirectIfSignedOut<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  const result = await asked;
  if (result.error?.code === "unauthorized") await redirectToSignIn();
  return result;
}

async function redirectToSignIn(): Promise<never> {
  // Set by the server alone: path and query of the page being asked for.
  const path = (await headers()).get("x-postwright-path") ?? "/";
  const { pathname, searchParams } = new URL(path, getAppRuntime().hosting.origin);
  // Next's own mark of a page fetched for a link.
  searchParams.delete("_rsc");
  const next = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  // Sign-in leads to the start page by itself.
  redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
}
