import { nilId } from "#lib/service/core/clock.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** An account that lets us in again, or is a channel no more, needs no reconnecting: nobody's inbox says so any longer. */
export async function clearReconnectNotification(tx: Tx, channelId: string): Promise<void> {
  await tx.client.query({
    name: "channel-signed-in",
    text: "delete from notices where cause_key = $1",
    values: [`channel_ending:${channelId}:reconnect`],
  });
}

/** Heard by every process after the commit: whoever chooses channels reads them again. */
export async function notifyChannelsChanged(tx: Tx, orgId: string): Promise<void> {
  await tx.client.query({
    name: "channels-notify",
    text: "select pg_notify('post_changed', $1)",
    values: [JSON.stringify({ type: "channels", org: orgId, member: nilId })],
  });
}
