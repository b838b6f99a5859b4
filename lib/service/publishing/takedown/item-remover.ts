import {
  type Connector,
  type ConnectorLookup,
  getRemoval,
  type PlatformAccount,
} from "#lib/service/channels/core/connector.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import { callRemove } from "#lib/service/publishing/delivery/call-connector.ts";
import { defaultTiming } from "#lib/service/publishing/delivery/timing.ts";

export type TakeDownContext = Pick<
  Context,
  "pool" | "clock" | "connectorFor" | "ioFor" | "log" | "settings" | "wakeAt"
>;

/** The connector and account through which items of a post are taken down. */
export type TakedownAccess = {
  platform: string;
  practice: boolean;
  account: PlatformAccount;
  remove: Extract<Connector["remove"], { can: true }>;
};

/** @throws Refusal `conflict` if the channel is gone, or its platform or server does not let us take items down. */
export async function requireRemovalTarget(
  tx: Tx,
  post: PostRow,
  connectorFor: ConnectorLookup,
): Promise<TakedownAccess> {
  const channel = await tx.client.query(
    "select name, username, practice, remote_id, host, told, removed_at from channels where id = $1",
    [post.channelId],
  );
  const { name, username, practice, remote_id: remoteId, host, told: reportedLimits, removed_at } = channel.rows[0];
  if (removed_at !== null)
    throw new Refusal("conflict", `${name} is disconnected. Take the post down on the platform yourself.`);
  const connector = connectorFor({ platform: post.platform, practice });
  const account = { channelId: post.channelId, username, remoteId, host, reportedLimits };
  const remove = connector && getRemoval(connector, account);
  if (!remove?.can) {
    const why = remove?.why ?? "This version of Postwright doesn't support the platform.";
    throw new Refusal("conflict", `${name} can't take posts down. ${why} Delete the post on the platform yourself.`);
  }
  return { platform: post.platform, practice, account, remove };
}

/** Creates the function that takes one item down; `cannot` also without a clear answer. A repeat is harmless. */
export function createItemRemover(
  context: Pick<TakeDownContext, "ioFor" | "log">,
  { account, remove, ...where }: TakedownAccess,
) {
  const io = (signal: AbortSignal) =>
    context.ioFor({
      platform: where.platform,
      practice: where.practice,
      account,
      signal,
      savePrepared: () => Promise.resolve(),
    });
  const lost = new AbortController().signal;
  const call = { account, io, timeoutMs: defaultTiming.callMs, lost, log: context.log };
  return (remoteId: string) => callRemove(remove, remoteId, call);
}
