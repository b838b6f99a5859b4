import "server-only";
import { headers } from "next/headers";
import type { Result } from "#lib/contract/errors.ts";
import type { ApiKey, Identity } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { createServiceClient, getIdentity, getServiceClient } from "#lib/gateway/service-client.ts";
import { getServiceLocation, isEmbeddedService } from "#lib/gateway/service-location.ts";
import { countFailedSignIn, getSignInWaitSeconds } from "#lib/session/sign-in-throttle.ts";

/**
 * Lists the member's API keys with the base address of the API; null where the service has none, or this sign-in may
 * not see them.
 */
export async function listOwnApiKeys(): Promise<{ keys: Result<ApiKey[]>; baseUrl: string } | null> {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  if (!offered.has("listKeys") || !offered.has("createKey")) return null;
  if (isEmbeddedService() && me.ok && !me.ok.scopes.includes("keys:manage")) return null;
  return { keys: await (await getServiceClient()).listKeys(), baseUrl: getServiceLocation().baseUrl };
}

/**
 * Returns the identity of a key, requested with that key from here; our own service treats the request as one from the
 * browser's address. Limited like sign-in, so that nobody can guess keys.
 */
export async function identifyApiKey(key: string): Promise<Result<Identity>> {
  const seconds = await getSignInWaitSeconds();
  if (seconds !== null) {
    const message = `Too many invalid keys. Try again in ${Math.ceil(seconds / 60)} min.`;
    return { error: { code: "rate_limited", message, status: 429, retryAfterSeconds: seconds } };
  }
  const address = isEmbeddedService() ? (await headers()).get("x-postwright-address") : null;
  const me = await createServiceClient(key, null, address).getMe();
  if (me.error?.code === "unauthorized") await countFailedSignIn();
  return me;
}
