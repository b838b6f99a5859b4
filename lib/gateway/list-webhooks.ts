import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity } from "./service-client.ts";
import { isEmbeddedService } from "./service-location.ts";

const forMembers =
  "Webhooks receive events about the posts of all members, so only administrators can see and change them.";

/**
 * Lists the organization's webhooks; `forbidden` for a member who may not see them, null where the service has none.
 */
export async function listWebhooks(client: ServiceClient): Promise<Result<Webhook[]> | null> {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  if (!offered.has("listWebhooks")) return null;
  // Another service may have other role names and refuses by itself.
  if (isEmbeddedService() && me.ok && !isAdmin(me.ok.membership.role)) {
    return { error: { code: "forbidden", message: forMembers, status: 403 } };
  }
  return client.listWebhooks();
}
