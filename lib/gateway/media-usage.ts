import "server-only";
import type { MediaUsage } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getServiceClient } from "./service-client.ts";

/** How much room the member's images take; null where the service does not tell, or can't right now. */
export async function getMediaUsage(): Promise<MediaUsage | null> {
  if (!(await getServiceCapabilities()).has("getMediaUsage")) return null;
  return (await (await getServiceClient()).getMediaUsage()).ok ?? null;
}
