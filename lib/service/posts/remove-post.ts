import type { Actor } from "#lib/service/actor";
import type { Clock } from "#lib/service/clock";
import { eq } from "#lib/service/db/drizzle";
import { posts } from "#lib/service/db/schema";
import type { Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";
import { addEvent } from "./add-event.ts";
import { lockPost } from "./need-post.ts";

/**
 * Takes a post out of the member's history; for 24 h it can be restored. What stands on the platform stays there.
 * @throws Refusal `not_found`, `conflict` while the post is publishing.
 */
export async function removePost(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<void> {
  const post = await lockPost(tx, actor, id);
  if (post.status === "publishing") {
    throw new Refusal("conflict", "The post is being published. Delete it when that has ended.");
  }
  const now = clock.now();
  await tx
    .update(posts)
    .set({ deletedAt: now, dueAt: null, updatedAt: now, version: post.version + 1 })
    .where(eq(posts.id, post.id));
  await addEvent(tx, actor, "deleted", [post.id], clock, { status: post.status });
}
