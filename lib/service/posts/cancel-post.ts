import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import type { Tx } from "#lib/service/db/tx";
import { addEvent } from "./add-event.ts";
import { changeState, stateOf } from "./change-state.ts";
import { lockPost } from "./need-post.ts";
import { move } from "./transitions.ts";

/** Cancels a scheduled post; it keeps the time it had. @throws Refusal `not_found`, `conflict` from any other status. */
export async function cancelPost(
  tx: Tx,
  actor: Actor,
  id: string,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const post = await lockPost(tx, actor, id);
  await changeState(tx, post, move(stateOf(post), { is: "cancel" }, context.clock.now()), context);
  await addEvent(tx, actor, "canceled", [post.id], context.clock);
}
