import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { createClient, type ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { requireAppRuntime } from "#lib/embedded-service.ts";
import { getSession } from "#lib/session/session.ts";
import { withPostAccounts } from "./posts/post-accounts.ts";
import { refuseAfterSilence } from "./refuse-after-silence.ts";
import { getServiceLocation, isEmbeddedService, serviceTimeoutMs } from "./service-location.ts";

/**
 * Returns the service client of the signed-in member. Without a session each call answers `unauthorized`, as the
 * service itself would: an action returns that, a page goes to sign-in by `redirectIfSignedOut`.
 */
export const getServiceClient = cache(async (): Promise<ServiceClient> => {
  const session = await getSession();
  // For the audit log. A remote service would not trust an address from us.
  const address = isEmbeddedService() ? (await headers()).get("x-postwright-address") : null;
  const client = createServiceClient(session?.key ?? null, session?.sessionId ?? null, address);
  return isEmbeddedService() ? client : withPostAccounts(client);
});

/**
 * Creates a client with this key, which need not be valid yet: sign-in tests a key with it. Null means no caller.
 * `address` is the browser's, for a key that is bound to addresses; without it such a key does not work here.
 */
export function createServiceClient(
  key: string | null,
  sessionId: string | null,
  address: string | null = null,
): ServiceClient {
  const { baseUrl, fetch, isRemote } = getServiceLocation();
  return createClient({
    baseUrl,
    // No service issues this value, and yet a header can carry it.
    key: key ?? "nobody",
    // A visitor costs a service on another host nothing: it could refuse this dashboard for all members.
    fetch: !isRemote ? refuseAfterSilence(fetch) : key === null ? refuseVisitor : fetch,
    timeoutMs: serviceTimeoutMs,
    listParams: requireAppRuntime().hosting.listParams,
    keepsRepeats: !isRemote,
    trustsAnswers: !isRemote,
    // With the session id the service refuses the key after sign-out, even for a copy of the cookie.
    headers: {
      ...(sessionId !== null && { "x-postwright-session": sessionId }),
      ...(address !== null && { "x-postwright-on-behalf": address }),
    },
  });
}

const refuseVisitor = async () =>
  Response.json({ error: { code: "unauthorized", message: "Sign in first." } }, { status: 401 });

/** Returns the signed-in identity; reads it once per request, for any number of components. */
export const getIdentity = cache(async () => (await getServiceClient()).getMe());

/** Redirects to sign-in, and afterwards back to this page, if the key is missing or no longer valid. For pages. */
export async function redirectIfSignedOut<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  const result = await asked;
  if (result.error?.code === "unauthorized") await redirectToSignIn();
  return result;
}

async function redirectToSignIn(): Promise<never> {
  // Only the server sets this header: path and query of the requested page.
  const path = (await headers()).get("x-postwright-path") ?? "/";
  const { pathname, searchParams } = new URL(path, requireAppRuntime().hosting.origin);
  // Next's own marker of a page fetched for a link.
  searchParams.delete("_rsc");
  const next = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  // Sign-in leads to the start page by itself.
  redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
}
