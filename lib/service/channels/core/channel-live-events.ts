import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/**
 * Clears the inbox notification about reconnecting, once the account has access again or its channel is disconnected.
 */
export async function clearReconnectNotification(tx: Tx, channelId: string): Promise<void> {
  await tx.client.query({
    name: "channel-signed-in",
    text: "delete from notices where cause_key = $1",
    values: [`channel_ending:${channelId}:reconnect`],
  });
}

/** Notifies every process after the commit, so that open pages read the channels again. */
export async function publishChannelsChanged(tx: Tx, orgId: string): Promise<void> {
  await publishLiveEvent(tx, "channels", { orgId });
}
