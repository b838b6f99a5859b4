import "server-only";
import type { MediaUsage } from "#lib/contract/types.ts";
import { offeredAbilities } from "./service-capabilities.ts";
import { gateway } from "./service-client.ts";

/** How much room the member's images take; null where the service does not tell, or can't right now. */
export async function getImageUsage(): Promise<MediaUsage | null> {
  if (!(await offeredAbilities()).has("getMediaUsage")) return null;
  return (await (await gateway()).getMediaUsage()).ok ?? null;
}
