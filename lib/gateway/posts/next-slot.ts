import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";

type NextSlotQuery = { channels: string[]; zone: string | null; after: string | null };

/** Returns the next free weekly slot of the member or the team for these channels; null where the service has no slots. */
export async function getNextSlot(
  client: ServiceClient,
  { channels, zone, after }: NextSlotQuery,
): Promise<Result<{ at: string | null; slots: number } | null>> {
  if (!(await getServiceCapabilities()).has("getNextSlot")) return { ok: null };
  return client.getNextSlot({
    ...(channels.length > 0 && { channel: channels }),
    ...(zone !== null && { zone }),
    ...(after !== null && { after }),
  });
}
