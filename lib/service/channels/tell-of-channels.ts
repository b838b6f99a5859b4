import { noId } from "#lib/service/clock";
import type { Tx } from "#lib/service/db/tx";

/** Heard by every process after the commit: whoever chooses channels reads them again. */
export async function tellOfChannels(tx: Tx, orgId: string): Promise<void> {
  await tx.client.query({
    name: "channels-notify",
    text: "select pg_notify('post_changed', $1)",
    values: [JSON.stringify({ type: "channels", org: orgId, member: noId })],
  });
}
