import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";

const none = { error: { code: "not_found", message: "This service has no inbox.", status: 404 } } as const;

/** Counts open and unread inbox items; `not_found` where the service has no inbox. */
export async function countInbox(client: ServiceClient): Promise<Result<{ open: number; unread: number }>> {
  return (await getServiceCapabilities()).has("countInbox") ? await client.countInbox() : none;
}
