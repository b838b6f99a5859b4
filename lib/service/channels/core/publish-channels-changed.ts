import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** Notifies every process after the commit, so that open pages read the channels again. */
export async function publishChannelsChanged(tx: Tx, orgId: string): Promise<void> {
  await publishLiveEvent(tx, "channels", { orgId });
}
