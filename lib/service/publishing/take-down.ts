import type { Post } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Account, Connector } from "#lib/service/channels/connector";
import type { Context } from "#lib/service/context";
import { inTransaction } from "#lib/service/db/tx";
import { addEvent } from "#lib/service/posts/add-event";
import { lockAlsoDeleted, needPost } from "#lib/service/posts/need-post";
import { Refusal } from "#lib/service/refusal";
import { callRemove } from "./call-connector.ts";
import { usualTiming } from "./timing.ts";

type Taken = {
  platform: string;
  practice: boolean;
  account: Account;
  remove: Extract<Connector["remove"], { can: true }>;
  items: Item[];
};
/** Without an id it stands there by the member's word alone, and only they can find it. */
type Item = { number: number; remoteId: string | null };

/**
 * Takes what a published post put on its platform down from there, the last part first, so that no reply stands without
 * what it answers. Each part that is gone is saved before the next is asked for; no transaction is held meanwhile. The post
 * stays as it is, deleted or not. Done again, it goes on with what still stands.
 * @throws Refusal `not_found`; `conflict` for a post that is not published, or a platform that takes nothing down;
 * `unavailable` when some of it still stands, naming how much.
 */
export async function takeDownPost(
  context: Pick<Context, "pool" | "clock" | "connectorFor" | "ioFor" | "log" | "settings">,
  actor: Actor,
  id: string,
): Promise<Post> {
  const { pool, clock, log, settings } = context;
  const { account, remove, items, ...where } = await needStanding(context, actor, id);
  const io = (signal: AbortSignal) => context.ioFor({ ...where, account, signal, keep: () => Promise.resolve() });
  const call = { account, io, timeoutMs: usualTiming.callMs, lost: new AbortController().signal, log };
  let gone = 0;
  for (const item of items) {
    if (item.remoteId === null || (await callRemove(remove, item.remoteId, call)) === "cannot") continue;
    await pool.query("update planned_parts set removed_at = now() where post_id = $1 and number = $2", [
      id,
      item.number,
    ]);
    gone += 1;
  }
  await inTransaction(pool, async (tx) => {
    const post = await lockAlsoDeleted(tx, actor, id);
    if (post.takenDownAt !== null || (gone === 0 && items.length > 0)) return;
    const isDown = gone === items.length;
    await tx.client.query(
      `update posts set taken_down_at = case when $2 then $3::timestamptz end, version = version + $2::int, updated_at = $3
       where id = $1`,
      [id, isDown, clock.now()],
    );
    await addEvent(tx, actor, "taken_down", [id], clock, { down: gone, of: items.length });
  });
  const unknown = items.find(({ remoteId }) => remoteId === null);
  if (unknown && gone === items.length - 1) {
    const message = `Part ${unknown.number} is there by your word alone, and its address is not known. Take it down there yourself.`;
    throw new Refusal("conflict", message);
  }
  if (gone < items.length) throw new Refusal("unavailable", stillThere(gone, items.length));
  return await needPost(pool, actor, id, settings.origin, "deleted too");
}

/** What of the post stands on its platform, the last part first. */
async function needStanding(context: Pick<Context, "pool" | "connectorFor">, actor: Actor, id: string): Promise<Taken> {
  return await inTransaction(context.pool, async (tx) => {
    const post = await lockAlsoDeleted(tx, actor, id);
    if (post.status !== "published") {
      throw new Refusal("conflict", `Only what is published can be taken down; this post is ${post.status}.`);
    }
    const channel = await tx.client.query(
      "select name, username, practice, remote_id, host, told, removed_at from channels where id = $1",
      [post.channelId],
    );
    const { name, username, practice, remote_id: remoteId, host, told, removed_at } = channel.rows[0];
    if (removed_at !== null) throw new Refusal("conflict", `${name} is disconnected: take it down there yourself.`);
    const connector = context.connectorFor({ platform: post.platform, practice });
    if (!connector?.remove.can) {
      const why = connector && !connector.remove.can ? connector.remove.why : "This version does not reach it.";
      throw new Refusal("conflict", `${name} takes nothing down for us. ${why}`);
    }
    const { rows } = await tx.client.query(
      `select number, remote_id as "remoteId" from planned_parts
       where post_id = $1 and state = 'sent' and removed_at is null order by number desc`,
      [id],
    );
    const account = { channelId: post.channelId, username, remoteId, host, told };
    return { platform: post.platform, practice, account, remove: connector.remove, items: rows };
  });
}

function stillThere(gone: number, of: number): string {
  const what = of === 1 ? "It still stands" : `${of - gone} of ${of} parts still stand`;
  return `${what} on the platform, which did not take ${of - gone === 1 ? "it" : "them"} down. Try again in a moment.`;
}
