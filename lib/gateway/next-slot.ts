import "server-only";
import type { Client } from "#lib/client/make-client";
import type { Result } from "#lib/contract/errors";
import { offeredAbilities } from "./abilities.ts";

type Asked = { channels: string[]; zone: string | null; after: string | null };
const none = { error: { code: "not_found", message: "This service keeps no posting slots.", status: 404 } } as const;

/** The member's next free weekly slot for these channels; `not_found` where the service keeps none. */
export async function getNextSlot(
  client: Client,
  { channels, zone, after }: Asked,
): Promise<Result<{ at: string | null; slots: number }>> {
  if (!(await offeredAbilities()).has("getNextSlot")) return none;
  return client.getNextSlot({
    ...(channels.length > 0 && { channel: channels }),
    ...(zone !== null && { zone }),
    ...(after !== null && { after }),
  });
}
