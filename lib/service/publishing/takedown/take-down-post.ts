import type { Post } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { recordPostEvent } from "#lib/service/posts/events/record-post-events.ts";
import { lockPostIncludingDeleted, requirePost } from "#lib/service/posts/read/require-post.ts";
import { createItemRemover, requireRemovalTarget, type TakeDownContext, type TakedownAccess } from "./item-remover.ts";
import { takeDownPublishedParts } from "./take-down-published-parts.ts";

type PublishedItems = TakedownAccess & { items: PublishedItem[] };
/** A published item. Without an id it counts as published on the member's word alone, and only they can find it. */
type PublishedItem = { number: number; remoteId: string | null };

/**
 * Takes the items of a published post down from its platform, the last part first, so that no reply remains without its
 * parent. Each removal is saved before the next request; no transaction is open meanwhile. The post stays as it is,
 * deleted or not. A repeat continues with the remaining items. For a failed post see `takeDownPublishedParts`.
 * @throws Refusal `not_found`; `conflict` for a post without published items, or a platform that takes nothing down;
 * `unavailable` if some items remain, with their number.
 */
export async function takeDownPost(
  context: TakeDownContext,
  actor: Actor,
  id: string,
  input: { by_hand?: boolean | undefined } = {},
): Promise<Post> {
  const { pool, clock, settings } = context;
  const found = await requireLiveItems(context, actor, id);
  if (found === "failed") return await takeDownPublishedParts(context, actor, id, input.by_hand ?? false);
  const { items } = found;
  const removeItem = createItemRemover(context, found);
  let gone = 0;
  for (const item of items) {
    if (item.remoteId === null || (await removeItem(item.remoteId)) === "cannot") continue;
    await pool.query("update planned_parts set removed_at = now() where post_id = $1 and number = $2", [
      id,
      item.number,
    ]);
    gone += 1;
  }
  await inTransaction(pool, async (tx) => {
    const post = await lockPostIncludingDeleted(tx, actor, id);
    if (post.takenDownAt !== null) return;
    if (gone === 0 && items.length > 0)
      return await recordPostEvent(tx, actor, "takedown_failed", [id], clock, { of: items.length });
    const isDown = gone === items.length;
    await tx.client.query(
      `update posts set taken_down_at = case when $2 then $3::timestamptz end, version = version + $2::int, updated_at = $3
       where id = $1`,
      [id, isDown, clock.now()],
    );
    await recordPostEvent(tx, actor, "taken_down", [id], clock, { down: gone, of: items.length });
  });
  const unknown = items.find(({ remoteId }) => remoteId === null);
  if (unknown && gone === items.length - 1) {
    const message = `Part ${unknown.number} was confirmed by you, and its address is unknown. Take it down on the platform yourself.`;
    throw new Refusal("conflict", message);
  }
  if (gone < items.length) throw new Refusal("unavailable", formatRemainingItems(gone, items.length));
  return await requirePost(pool, actor, id, settings.origin, "deleted too");
}

/** Returns the post's items on its platform, the last part first. */
async function requireLiveItems(
  context: TakeDownContext,
  actor: Actor,
  id: string,
): Promise<PublishedItems | "failed"> {
  return await inTransaction(context.pool, async (tx) => {
    const post = await lockPostIncludingDeleted(tx, actor, id);
    if (post.status === "failed") return "failed";
    if (post.status !== "published") {
      throw new Refusal("conflict", `Only a published post can be taken down. This post is ${post.status}.`);
    }
    const target = await requireRemovalTarget(tx, post, context.connectorFor);
    const { rows } = await tx.client.query(
      `select number, remote_id as "remoteId" from planned_parts
       where post_id = $1 and state = 'sent' and removed_at is null order by number desc`,
      [id],
    );
    return { ...target, items: rows };
  });
}

function formatRemainingItems(gone: number, of: number): string {
  const what = of === 1 ? "It remains" : `${of - gone} of ${of} parts remain`;
  return `${what} on the platform, which didn't take ${of - gone === 1 ? "it" : "them"} down. Try again in a moment.`;
}
