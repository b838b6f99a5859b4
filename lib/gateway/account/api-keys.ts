import "server-only";
import { headers } from "next/headers";
import type { Result } from "#lib/contract/errors.ts";
import type { ApiKey, Identity } from "#lib/contract/types.ts";
import { countFailedSignIn, lockedForSeconds } from "#lib/session/sign-in-throttle.ts";
import { offeredAbilities } from "#lib/gateway/service-capabilities.ts";
import { clientWith, gateway, getIdentity } from "#lib/gateway/service-client.ts";
import { isOwnService, serviceAt } from "#lib/gateway/service-location.ts";

/** The member's API keys and where they are used; null where the service has none, or this sign-in may not see them. */
export async function listOwnKeys(): Promise<{ keys: Result<ApiKey[]>; baseUrl: string } | null> {
  const [offered, me] = await Promise.all([offeredAbilities(), getIdentity()]);
  if (!offered.has("listKeys") || !offered.has("createKey")) return null;
  if (isOwnService() && me.ok && !me.ok.scopes.includes("keys:manage")) return null;
  return { keys: await (await gateway()).listKeys(), baseUrl: serviceAt().baseUrl };
}

/**
 * Who a key acts as, asked with that key from here; for our own service as from where the browser is. Slowed down like
 * sign-in, so that it is no way to guess keys.
 */
export async function tryKey(key: string): Promise<Result<Identity>> {
  const seconds = await lockedForSeconds();
  if (seconds !== null) {
    const message = `Too many keys did not work. Try again in ${Math.ceil(seconds / 60)} min.`;
    return { error: { code: "rate_limited", message, status: 429, retryAfterSeconds: seconds } };
  }
  const address = isOwnService() ? (await headers()).get("x-postwright-address") : null;
  const me = await clientWith(key, null, address).getMe();
  if (me.error?.code === "unauthorized") await countFailedSignIn();
  return me;
}
