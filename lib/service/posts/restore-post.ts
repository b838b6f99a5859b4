import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import type { Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";
import { addEvent } from "./add-event.ts";
import { changeState, stateOf } from "./change-state.ts";
import { lockAlsoDeleted, noPost } from "./need-post.ts";
import { restored } from "./transitions.ts";

const restorableMs = 24 * 3_600_000;

/**
 * Brings a deleted post back within 24 h; a scheduled one whose time has passed comes back as a draft.
 * @throws Refusal `not_found`, also after the 24 h; `conflict` for a post that is not deleted.
 */
export async function restorePost(
  tx: Tx,
  actor: Actor,
  id: string,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const post = await lockAlsoDeleted(tx, actor, id);
  const now = context.clock.now();
  if (post.deletedAt === null) throw new Refusal("conflict", "The post is not deleted.");
  if (now.getTime() - post.deletedAt.getTime() > restorableMs) throw noPost();
  const next = restored(stateOf(post), now);
  const { attempts } = post;
  await changeState(tx, post, next, context, { deletedAt: null, attempts });
  await addEvent(tx, actor, "restored", [post.id], context.clock, { status: next.status });
}
