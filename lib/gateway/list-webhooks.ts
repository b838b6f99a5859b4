import "server-only";
import type { Client } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { offeredAbilities } from "./service-capabilities.ts";
import { getIdentity } from "./service-client.ts";
import { isOwnService } from "./service-location.ts";

const forMembers = "They hear of every member's posts, so only administrators may see and change them.";

/** The organization's webhooks; `forbidden` for who may not see them, null where the service has none. */
export async function listWebhooks(client: Client): Promise<Result<Webhook[]> | null> {
  const [offered, me] = await Promise.all([offeredAbilities(), getIdentity()]);
  if (!offered.has("listWebhooks")) return null;
  // Roles of another service may have other names; it refuses by itself.
  if (isOwnService() && me.ok && !isAdmin(me.ok.membership.role)) {
    return { error: { code: "forbidden", message: forMembers, status: 403 } };
  }
  return client.listWebhooks();
}
