import "server-only";
import type { MediaUsage } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getServiceClient } from "./service-client.ts";

/** Returns the storage that the member's images use; null if the service does not report it, or is unavailable now. */
export async function getMediaUsage(): Promise<MediaUsage | null> {
  if (!(await getServiceCapabilities()).has("getMediaUsage")) return null;
  return (await (await getServiceClient()).getMediaUsage()).ok ?? null;
}
